import { useState } from 'react'

/** Puts a text on the clipboard, and knows how that went until somebody forgets it. */
export const useCopy = (text: string) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  return { outcome, copy, forget: () => setOutcome(null) }
}
