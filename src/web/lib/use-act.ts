import { useRef, useState } from 'react'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { isProofCanceled } from '#web/lib/identity/proof/fresh-proof.ts'
import { showToast } from '#web/lib/toast.ts'

/** What is said when it went well: nothing, a sentence, or whatever the answer makes of it. */
type Done<A> = string | ((answer: A) => unknown)

interface Options {
  /** Several may be under way, as with switches that stand beside each other. Otherwise a second one waits for nobody: it is not done. */
  mayOverlap?: boolean
}

/**
 * Does something that needs no question first, and says how it went. Its words are toasts, so they come also where what started it is
 * gone by then. Answers whether it went well. With `isBusy` on a BusyButton the focus stays where it was.
 */
export const useAct = ({ mayOverlap = false }: Options = {}) => {
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
      if (!isProofCanceled(error)) void showToast('error', textOf(error))
      return false
    } finally {
      count(-1)
    }
  }
  return { act, isBusy }
}
