import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePasskeys } from '#web/data/account/security.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { config } from '#web/lib/config.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { isWrongPassword } from '#web/lib/identity/errors/identity-error.ts'
import { explainPasskeyFailure, isPasskeyCanceled } from '#web/lib/identity/errors/passkey-errors.ts'
import { onProofRequested, type ProofRequest } from '#web/lib/identity/proof/fresh-proof.ts'
import { canProveByPasskey, proveByPasskey, proveByPassword } from '#web/lib/identity/proof/prove-again.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { HiddenUsername } from '#web/ui/fields/HiddenUsername.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Note } from '#web/ui/Note.tsx'

const ByPasskey = ({ onProven }: { onProven: () => void }) => {
  const { t } = useTranslation('account')
  const textOf = useErrorText()
  const passkeys = usePasskeys()
  const { failure, busy, attempt } = useAttempt((error) =>
    isWrongPassword(error)
      ? t('prove.unknownPasskey')
      : (explainPasskeyFailure(error, 'PasskeyRetrievalFailed') ?? textOf(error)),
  )
  const prove = async () => {
    await proveByPasskey()
    onProven()
  }
  if (!passkeys.data?.length) return null
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFingerprint size={18} stroke={1.75} />}
        onClick={() => void attempt(prove)}
      >
        {t('prove.passkey')}
      </Button>
      {failure && <Note kind={isPasskeyCanceled(failure.error) ? 'info' : 'bad'}>{failure.text}</Note>}
    </>
  )
}

// The control that needed the proof takes the focus itself.
const noReturnTarget = ''

const ProofDialog = ({ onProven, onClose }: { onProven: () => void; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const textOf = useErrorText()
  const form = useForm({
    initial: { password: '' },
    rules: { password: (value) => (value === '' ? t('prove.missing') : undefined) },
    submit: async ({ password }) => {
      await proveByPassword(password)
      onProven()
    },
    fieldOf: (error) => (isWrongPassword(error) ? 'password' : undefined),
    explain: (error) => (isWrongPassword(error) ? t('prove.wrong') : textOf(error)),
  })
  const hasPasskeys = config().identity.features.includes('passkeys') && canProveByPasskey()
  return (
    <FormDialog
      title={t('prove.title')}
      text={t('prove.text')}
      action={t('prove.submit')}
      form={form}
      onClose={onClose}
      returnTo={noReturnTarget}
    >
      <PasswordField {...form.field('password')} label={t('prove.password')} autoComplete="current-password" />
      <HiddenUsername email={user.email} />
      {hasPasskeys && <ByPasskey onProven={onProven} />}
    </FormDialog>
  )
}

/** Asks the user to prove their identity when the sign-in is too old for a change, and then lets the change continue. */
export const ProveAgain = () => {
  const [request, setRequest] = useState<ProofRequest | null>(null)
  useEffect(() => onProofRequested(setRequest), [])
  if (!request) return null
  const leave = (how: () => void) => () => {
    setRequest(null)
    how()
  }
  return <ProofDialog onProven={leave(request.proven)} onClose={leave(request.canceled)} />
}
