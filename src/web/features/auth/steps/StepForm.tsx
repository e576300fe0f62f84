import { Button } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { Note } from '#web/ui/Note.tsx'
import layout from '../AuthLayout.module.css'

interface StepFormProps {
  form: { failure: string | null; busy: boolean; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void }
  submit: string
  children: ReactNode
}

export const StepForm = ({ form, submit, children }: StepFormProps) => (
  <form className={layout.form} noValidate onSubmit={form.onSubmit}>
    {form.failure && <Note kind="bad">{form.failure}</Note>}
    {children}
    <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
      {submit}
    </Button>
  </form>
)
