import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { useAuth } from './auth-context.ts'
import { isAlreadySignedIn } from './failures.ts'

const GoOn = () => {
  const { t } = useTranslation()
  const { onSignedIn } = useAuth()
  const [busy, setBusy] = useState(false)
  const goOn = () => {
    setBusy(true)
    void onSignedIn()
  }
  return (
    <Button variant="default" fullWidth loading={busy} onClick={goOn}>
      {t('signIn.goOn')}
    </Button>
  )
}

/** Why a sign-in did not work. Whoever signed in meanwhile in another tab can simply go on. */
export const SignInFailure = ({ form }: { form: { failure: string | null; error: unknown } }) =>
  form.failure && (
    <Note kind="bad" action={isAlreadySignedIn(form.error) && <GoOn />}>
      {form.failure}
    </Note>
  )
