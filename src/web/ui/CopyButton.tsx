import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './CopyButton.module.css'

interface CopyButtonProps {
  text: string
  /** What is copied, said as an order; and what is said afterwards. */
  words: { copy: string; copied: string; refused: string }
}

type Outcome = 'copied' | 'refused' | null

/** Browsers offer the clipboard to secure pages only; elsewhere there is no button. */
export const CopyButton = ({ text, words }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<Outcome>(null)
  if (!window.isSecureContext) return null
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  return (
    <>
      <ActionIcon
        className={styles.button ?? ''}
        aria-label={words.copy}
        title={outcome === 'refused' ? words.refused : words.copy}
        onClick={() => void copy()}
        onBlur={() => setOutcome(null)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span className="visually-hidden" aria-live="polite">
        {outcome && words[outcome]}
      </span>
    </>
  )
}
