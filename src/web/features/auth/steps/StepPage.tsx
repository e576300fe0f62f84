import type { ReactNode } from 'react'
import { AuthLayout } from '../AuthLayout.tsx'
import { useAuth } from '../auth-context.ts'
import { BackToSignIn } from '../BackToSignIn.tsx'
import { useScreenTitle } from '../use-screen-title.ts'

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
