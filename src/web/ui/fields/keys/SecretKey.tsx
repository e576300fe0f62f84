import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '#web/ui/use-copy.ts'
import { inGroups } from './key-groups.ts'
import styles from './SecretKey.module.css'

/** A key to type by hand. Browsers offer the clipboard only to secure pages. */
export const SecretKey = ({ value }: { value: string }) => {
  const { t } = useTranslation()
  const { outcome, copy, forget } = useCopy(value)
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
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
        {window.isSecureContext && (
          <ActionIcon size={40} aria-label={t('secretKey.copy')} onClick={copy} onBlur={forget}>
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <p className={outcome === 'refused' ? styles.refused : 'visually-hidden'} aria-live="polite">
        {outcome && t(`secretKey.${outcome}`)}
      </p>
    </div>
  )
}
