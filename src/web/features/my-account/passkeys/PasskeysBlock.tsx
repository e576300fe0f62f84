import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddPasskey, usePasskeys, useRemovePasskey } from '#web/data/account/security.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { explainPasskeyFailure, isPasskeyCanceled } from '#web/lib/identity/errors/passkey-errors.ts'
import { passkeyObstacle } from '#web/lib/identity/passkeys.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Block } from '../Block.tsx'
import styles from '../Block.module.css'
import { ItemSkeletons } from '../Item.tsx'
import { PasskeyList, useNameOf, type Passkey } from './PasskeyList.tsx'

const Remove = ({ passkey, ...dialog }: { passkey: Passkey; returnTo: RefObject<HTMLElement | null>; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const name = useNameOf()(passkey)
  const remove = useRemovePasskey()
  return (
    <ConfirmDialog
      {...dialog}
      title={t('passkeys.confirm.title', { name })}
      text={t('passkeys.confirm.text')}
      action={t('passkeys.remove')}
      done={t('passkeys.removedDone', { name })}
      onConfirm={() => remove.mutateAsync(passkey.credentialId ?? '')}
    />
  )
}

/** Existing passkeys can be managed even in a browser that cannot add new ones. */
const Passkeys = ({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) => {
  const { t } = useTranslation('account')
  const query = usePasskeys()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const [known, setKnown] = useState<number | undefined>()
  const showMore = () => {
    setKnown(query.data?.length)
    void query.fetchNextPage()
  }
  return (
    <>
      <Loaded query={query} skeleton={<ItemSkeletons rows={1} />}>
        {(passkeys) => (
          <PasskeyList passkeys={passkeys} firstNew={query.hasNextPage ? undefined : known} onRemove={setRemoving} />
        )}
      </Loaded>
      {query.hasNextPage && (
        <BusyButton className={styles.after} variant="default" busy={query.isFetchingNextPage} onClick={showMore}>
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
  const obstacle = passkeyObstacle()
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
          <Note kind={isPasskeyCanceled(add.error) ? 'info' : 'bad'}>
            {explainPasskeyFailure(add.error, 'PasskeyRegistrationFailed') ?? textOf(add.error)}
          </Note>
        )}
        <Passkeys heading={heading} />
      </div>
    </Block>
  )
}
