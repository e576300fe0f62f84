import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import styles from './CopyButton.module.css'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  text: string
  /** The label of the button, and the messages after it was pressed. */
  words: { copy: string; copied: string; refused: string }
}

/** Browsers offer the clipboard only to secure pages; on other pages there is no button. */
export const CopyButton = ({ text, words }: CopyButtonProps) => {
  const { outcome, copy, forget } = useCopy(text)
  if (!window.isSecureContext) return null
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  return (
    <>
      <ActionIcon
        className={styles.button ?? ''}
        aria-label={words.copy}
        title={outcome === 'refused' ? words.refused : words.copy}
        onClick={copy}
        onBlur={forget}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span className="visually-hidden" aria-live="polite">
        {outcome && words[outcome]}
      </span>
    </>
  )
}
