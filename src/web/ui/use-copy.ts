import { useState } from 'react'

/** Copies a text to the clipboard, and keeps the result until it is reset. */
export const useCopy = (text: string) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  return { outcome, copy, forget: () => setOutcome(null) }
}
