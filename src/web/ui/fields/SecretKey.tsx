import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inGroups } from './key-groups.ts'
import styles from './SecretKey.module.css'

type Outcome = 'copied' | 'refused' | null

const CopyButton = ({ text, outcome, onCopy }: { text: string; outcome: Outcome; onCopy: (outcome: Outcome) => void }) => {
  const { t } = useTranslation()
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => onCopy('copied'),
      () => onCopy('refused'),
    )
  return (
    <ActionIcon size={40} aria-label={t('secretKey.copy')} onClick={() => void copy()} onBlur={() => onCopy(null)}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** A key for typing by hand. Browsers offer the clipboard to secure pages only. */
export const SecretKey = ({ value }: { value: string }) => {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<Outcome>(null)
  return (
    <div>
      <div className={styles.key}>
        <code className={styles.groups}>
          {inGroups(value).map((group, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- groups may repeat and never move
            <Fragment key={index}>
              <span>{group}</span>
              <wbr />
            </Fragment>
          ))}
        </code>
        {window.isSecureContext && <CopyButton text={value} outcome={outcome} onCopy={setOutcome} />}
      </div>
      <p className={outcome === 'refused' ? styles.refused : 'visually-hidden'} aria-live="polite">
        {outcome && t(`secretKey.${outcome}`)}
      </p>
    </div>
  )
}
