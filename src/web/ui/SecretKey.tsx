import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inGroups } from './key-groups.ts'
import styles from './SecretKey.module.css'

const CopyButton = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const Icon = copied ? IconCheck : IconCopy
  // A browser may refuse; the key can still be selected with one click.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <ActionIcon size={40} aria-label={t('secretKey.copy')} onClick={() => void copy()} onBlur={() => setCopied(false)}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span className="visually-hidden" aria-live="polite">
        {copied && t('secretKey.copied')}
      </span>
    </>
  )
}

/** A key for typing by hand. Browsers offer the clipboard to secure pages only. */
export const SecretKey = ({ value }: { value: string }) => (
  <div className={styles.key}>
    <code className={styles.groups}>
      {inGroups(value).map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups may repeat and never move
        <span key={index}>{group}</span>
      ))}
    </code>
    {window.isSecureContext && <CopyButton text={value} />}
  </div>
)
