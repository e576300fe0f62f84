import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'

/** Does something that needs no question first, and says how it went. Answers whether it went well. */
export const useAct = () => {
  const textOf = useErrorText()
  return async (act: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await act()
      if (done) void showToast('success', done)
      return true
    } catch (error) {
      void showToast('error', textOf(error))
      return false
    }
  }
}
