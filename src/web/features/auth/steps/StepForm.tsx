import { Button } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { Note } from '#web/ui/Note.tsx'
import layout from '../layout/AuthLayout.module.css'

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

export const StepForm = ({ form, submit, disabled = false, children }: StepFormProps) => (
  <form className={layout.form} noValidate onSubmit={form.onSubmit}>
    {form.failure && Object.keys(form.errors).length === 0 && <Note kind="bad">{form.failure}</Note>}
    {children}
    <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy} disabled={disabled}>
      {submit}
    </Button>
  </form>
)
