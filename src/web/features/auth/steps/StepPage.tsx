import { Button } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { Note } from '#web/ui/Note.tsx'
import layout from '../layout/AuthLayout.module.css'
import { AuthLayout } from '../layout/AuthLayout.tsx'
import { useAuth } from '../machine/auth-context.ts'
import { BackToSignIn } from '../layout/BackToSignIn.tsx'
import { useScreenTitle } from '../layout/use-screen-title.ts'

/** What all further steps share: whom it concerns, and the way back. */
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

/** The form of a step, with its one button and why the last answer did not work. */
export const StepForm = ({ form, submit, disabled = false, children }: StepFormProps) => (
  <form className={layout.form} noValidate onSubmit={form.onSubmit}>
    {form.failure && Object.keys(form.errors).length === 0 && <Note kind="bad">{form.failure}</Note>}
    {children}
    <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy} disabled={disabled}>
      {submit}
    </Button>
  </form>
)
