import { useEffect, useRef, useState } from 'react'
import { isProofCanceled } from '#web/lib/identity/proof/fresh-proof.ts'

interface Failure {
  text: string
  error: unknown
}

type Target = Element | RadioNodeList | null

interface FocusWish {
  element: Target
  /** The failure is about this field, so the focus moves there. */
  isWrong: boolean
}

/** A button that is disabled while its request runs loses the focus; this returns the focus when the request fails. */
const useFocusAfterFailure = (failure: Failure | null, busy: boolean) => {
  const before = useRef<{ element: Element | null; isWrong: boolean }>({ element: null, isWrong: false })
  useEffect(() => {
    const { element, isWrong } = before.current
    if (!failure || busy || (document.activeElement !== document.body && !isWrong)) return
    if (element instanceof HTMLElement) element.focus()
  }, [failure, busy])
  return {
    remember: () => {
      before.current = { element: document.activeElement, isWrong: false }
    },
    prefer: ({ element, isWrong }: FocusWish) => {
      if (element instanceof Element) before.current = { element, isWrong }
    },
  }
}

/** Runs one request at a time and explains its failure. After a success it stays busy, because the next screen is loading. */
export const useAttempt = (explain: (error: unknown) => string) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const focus = useFocusAfterFailure(failure, busy)

  const attempt = async (action: () => Promise<void>, onFailure?: (error: unknown, text: string) => FocusWish) => {
    focus.remember()
    setBusy(true)
    setFailure(null)
    try {
      await action()
    } catch (error) {
      if (isProofCanceled(error)) return setBusy(false)
      const text = explain(error)
      if (onFailure) focus.prefer(onFailure(error, text))
      setFailure({ text, error })
      setBusy(false)
    }
  }

  return { failure, busy, attempt, clearFailure: () => setFailure(null) }
}
