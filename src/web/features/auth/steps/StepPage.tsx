import type { ReactNode } from 'react'
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
