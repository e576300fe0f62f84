import { useTranslation } from 'react-i18next'
import type { SandboxAccount } from '#web/data/sandboxes.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { sandboxMessages } from '#web/messages/en-sandboxes.ts'
import styles from './accounts.module.css'

const known = Object.keys(sandboxMessages.accounts.fields) as (keyof typeof sandboxMessages.accounts.fields)[]

/** What a user enters in Tributary to connect this account. */
export const ConnectFields = ({ vendor, account }: { vendor: string; account: SandboxAccount }) => {
  const { t } = useTranslation('sandboxes')
  const fields = Object.entries(account.connect)
  if (fields.length === 0) {
    return <p className="small ink-2">{t('accounts.connectByYes', { vendor, account: account.name })}</p>
  }
  const nameOf = (field: string) => {
    const own = known.find((name) => name === field)
    return own ? t(`accounts.fields.${own}`) : field
  }
  return (
    <div className={styles.connect}>
      <p className="small ink-2">{t('accounts.connectByFields', { vendor })}</p>
      <dl className={styles.fields}>
        {fields.map(([field, value]) => (
          <div key={field}>
            <dt>{nameOf(field)}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton
                text={value}
                words={{
                  copy: t('copy.value', { name: nameOf(field) }),
                  copied: t('copy.copied'),
                  refused: t('copy.refused'),
                }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
