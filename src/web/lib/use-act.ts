import { useRef, useState } from 'react'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { isProofCanceled } from '#web/lib/identity/proof/fresh-proof.ts'
import { showToast } from '#web/lib/toast.ts'

/** What happens on success: nothing, a toast with this sentence, or a callback with the reply. */
type Done<A> = string | ((answer: A) => unknown)

interface Options {
  /** Several actions may run at the same time, as with a group of switches. Otherwise an action is ignored while another one runs. */
  mayOverlap?: boolean
  /** The sentence for a failure, from the reason. */
  explain?: (reason: string) => string
}

/**
 * Runs an action that needs no confirmation, and reports the result in a toast, which also shows when the component that started it
 * no longer exists. Returns whether it succeeded. With `isBusy` on a BusyButton the focus stays where it was.
 */
export const useAct = ({ mayOverlap = false, explain = String }: Options = {}) => {
  const textOf = useErrorText()
  const running = useRef(0)
  const [isBusy, setIsBusy] = useState(false)
  const count = (change: 1 | -1) => {
    running.current += change
    setIsBusy(running.current > 0)
  }
  const act = async <A>(action: () => Promise<A>, done?: Done<A>): Promise<boolean> => {
    if (running.current > 0 && !mayOverlap) return false
    count(1)
    try {
      const answer = await action()
      if (typeof done === 'string') void showToast('success', done)
      else done?.(answer)
      return true
    } catch (error) {
      if (!isProofCanceled(error)) void showToast('error', explain(textOf(error)))
      return false
    } finally {
      count(-1)
    }
  }
  return { act, isBusy }
}
