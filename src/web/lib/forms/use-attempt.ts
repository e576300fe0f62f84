import { useEffect, useRef, useState } from 'react'

interface Failure {
  text: string
  error: unknown
}

type Target = Element | RadioNodeList | null

/** A button that is disabled while its request runs loses the focus; here it comes back when the request has failed. */
const useFocusAfterFailure = (failure: Failure | null, busy: boolean) => {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (!failure || busy || document.activeElement !== document.body) return
    if (before.current instanceof HTMLElement) before.current.focus()
  }, [failure, busy])
  return {
    remember: () => {
      before.current = document.activeElement
    },
    prefer: (element: Target | undefined) => {
      if (element instanceof Element) before.current = element
    },
  }
}

/** One request at a time, with the words for its failure. After a success it stays busy: the next screen is on its way. */
export const useAttempt = (explain: (error: unknown) => string) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const focus = useFocusAfterFailure(failure, busy)

  const attempt = async (action: () => Promise<void>, onFailure?: (error: unknown, text: string) => Target) => {
    focus.remember()
    setBusy(true)
    setFailure(null)
    try {
      await action()
    } catch (error) {
      const text = explain(error)
      focus.prefer(onFailure?.(error, text))
      setFailure({ text, error })
      setBusy(false)
    }
  }

  return { failure, busy, attempt, clearFailure: () => setFailure(null) }
}
