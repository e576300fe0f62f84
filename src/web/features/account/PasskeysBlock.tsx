import { Button } from '@mantine/core'
import { IconFingerprint, IconKey } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useAddPasskey, usePasskeys, useRemovePasskey } from '#web/data/security.ts'
import { config } from '#web/lib/config.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { explainPasskeyFailure } from '#web/lib/passkey-errors.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Block } from './Block.tsx'
import styles from './Block.module.css'
import { Item, Items, ItemSkeletons } from './Item.tsx'

type Passkey = NonNullable<ReturnType<typeof usePasskeys>['data']>[number]

const whyNot = () => {
  if (!config().identity.features.includes('passkeys')) return 'notOffered'
  if (!window.isSecureContext) return 'insecure'
  return 'PublicKeyCredential' in window ? undefined : 'unsupported'
}

/** Whoever changes their mind has done nothing wrong. */
const wasCancelled = (error: Error) => error.name === 'PasskeyRegistrationCanceled'

const useNameOf = () => {
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

const Remove = ({ passkey, ...dialog }: { passkey: Passkey; returnTo: RefObject<HTMLElement | null>; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const name = useNameOf()(passkey)
  const remove = useRemovePasskey()
  const confirm = async () => {
    await remove.mutateAsync(passkey.credentialId ?? '')
    void showToast('success', t('passkeys.removedDone', { name }))
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={t('passkeys.confirm.title', { name })}
      text={t('passkeys.confirm.text')}
      action={t('passkeys.remove')}
      onConfirm={confirm}
    />
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

const PasskeyList = ({ passkeys, onRemove }: { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) => {
  const { t } = useTranslation('account')
  if (passkeys.length === 0) return <p className={styles.empty}>{t('passkeys.empty')}</p>
  return (
    <Items label={t('passkeys.title')}>
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.credentialId} passkey={passkey} onRemove={() => onRemove(passkey)} />
      ))}
    </Items>
  )
}

/** What is there stays manageable in a browser that cannot add to it. */
const Passkeys = ({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) => {
  const { t } = useTranslation('account')
  const query = usePasskeys()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <>
      <Loaded query={query} skeleton={<ItemSkeletons rows={1} />}>
        {(passkeys) => <PasskeyList passkeys={passkeys} onRemove={setRemoving} />}
      </Loaded>
      {query.hasNextPage && (
        <BusyButton
          className={styles.after}
          variant="default"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('passkeys.more')}
        </BusyButton>
      )}
      {removing && <Remove passkey={removing} returnTo={heading} onClose={() => setRemoving(null)} />}
    </>
  )
}

export const PasskeysBlock = () => {
  const { t } = useTranslation('account')
  const textOf = useErrorText()
  const heading = useRef<HTMLHeadingElement>(null)
  const add = useAddPasskey()
  const obstacle = whyNot()
  const start = () => add.mutate(undefined, { onSuccess: () => void showToast('success', t('passkeys.addedDone')) })
  return (
    <Block
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      heading={heading}
      action={
        !obstacle && (
          <BusyButton variant="default" busy={add.isPending} onClick={start}>
            {t('passkeys.add')}
          </BusyButton>
        )
      }
    >
      <div className="stack">
        {obstacle && <Note kind="info">{t(`passkeys.unavailable.${obstacle}`)}</Note>}
        {add.isError && (
          <Note kind={wasCancelled(add.error) ? 'info' : 'bad'}>{explainPasskeyFailure(add.error) ?? textOf(add.error)}</Note>
        )}
        {obstacle !== 'notOffered' && <Passkeys heading={heading} />}
      </div>
    </Block>
  )
}
