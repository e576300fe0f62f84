import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'

/** Does something at once, and says how it went. */
export const useAct = () => {
  const textOf = useErrorText()
  return async (act: () => Promise<unknown>, done?: string): Promise<void> => {
    try {
      await act()
      if (done) void showToast('success', done)
    } catch (error) {
      void showToast('error', textOf(error))
    }
  }
}
