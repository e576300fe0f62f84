import { Button } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { Note } from '#web/ui/Note.tsx'
import layout from '../layout/AuthLayout.module.css'
import { AuthLayout } from '../layout/AuthLayout.tsx'
import { useAuth } from '../machine/auth-context.ts'
import { BackToSignIn } from '../layout/BackToSignIn.tsx'
import { useScreenTitle } from '../layout/use-screen-title.ts'

/** The frame of all further steps: the user's email address, and the link back to sign-in. */
export const StepPage = ({ title, text, children }: { title: string; text?: string; children?: ReactNode }) => {
  const { state } = useAuth()
  useScreenTitle(title)
  return (
    <AuthLayout title={title} text={text} who={state.email}>
      {children}
      <BackToSignIn />
    </AuthLayout>
  )
}

interface StepFormProps {
  form: {
    failure: string | null
    errors: Partial<Record<string, string>>
    busy: boolean
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  }
  submit: string
  disabled?: boolean
  children: ReactNode
}

/** The form of a step, with its button and the error of the last attempt. */
export const StepForm = ({ form, submit, disabled = false, children }: StepFormProps) => (
  <form className={layout.form} noValidate onSubmit={form.onSubmit}>
    {form.failure && Object.keys(form.errors).length === 0 && <Note kind="bad">{form.failure}</Note>}
    {children}
    <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy} disabled={disabled}>
      {submit}
    </Button>
  </form>
)
