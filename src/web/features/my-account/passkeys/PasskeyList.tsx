import { Button } from '@mantine/core'
import { IconFingerprint, IconKey } from '@tabler/icons-react'
import { Trans, useTranslation } from 'react-i18next'
import type { usePasskeys } from '#web/data/account/security.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from '../Block.module.css'
import { Item, Items } from '../Item.tsx'

export type Passkey = NonNullable<ReturnType<typeof usePasskeys>['data']>[number]

export const useNameOf = () => {
  const { t } = useTranslation('account')
  return ({ friendlyCredentialName }: Passkey) => friendlyCredentialName || t('passkeys.unnamed')
}

const Detail = ({ passkey: { authenticatorAttachment: attachment, createdAt } }: { passkey: Passkey }) => {
  const { t } = useTranslation('account')
  const isKnown = attachment === 'platform' || attachment === 'cross-platform'
  return (
    <>
      {isKnown && t(`passkeys.attachments.${attachment}`)}
      {isKnown && createdAt && '\u00a0· '}
      {createdAt && (
        <span className={styles.together}>
          <Trans t={t} i18nKey="passkeys.added" components={{ time: <RelativeTime instant={createdAt.toISOString()} /> }} />
        </span>
      )}
    </>
  )
}

const PasskeyItem = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const { t } = useTranslation('account')
  const name = useNameOf()(passkey)
  const Icon = passkey.authenticatorAttachment === 'cross-platform' ? IconKey : IconFingerprint
  return (
    <Item
      icon={<Icon size={20} stroke={1.75} />}
      name={name}
      detail={<Detail passkey={passkey} />}
      action={
        <Button variant="default" aria-label={t('passkeys.removeLabel', { name })} onClick={onRemove}>
          {t('passkeys.remove')}
        </Button>
      }
    />
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  firstNew: number | undefined
  onRemove: (passkey: Passkey) => void
}

export const PasskeyList = ({ passkeys, firstNew, onRemove }: PasskeyListProps) => {
  const { t } = useTranslation('account')
  if (passkeys.length === 0) return <p className={styles.empty}>{t('passkeys.empty')}</p>
  return (
    <Items label={t('passkeys.title')} firstNew={firstNew}>
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.credentialId} passkey={passkey} onRemove={() => onRemove(passkey)} />
      ))}
    </Items>
  )
}
