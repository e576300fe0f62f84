import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { Note } from '#web/ui/Note.tsx'
import layout from './AuthLayout.module.css'
import { useAuth } from '../machine/auth-context.ts'

const titles = {
  USER_SUSPENDED: 'problem.suspendedUser',
  CLIENT_SUSPENDED: 'problem.suspendedClient',
  EMAIL_UNVERIFIED: 'problem.unverified',
} as const

const titleOf = (code: string) => (code in titles ? titles[code as keyof typeof titles] : 'problem.unreachable')

/** Explains why the user could not be fetched although this browser holds tokens, with the next step. */
export const ProblemNotice = () => {
  const { t } = useTranslation()
  const textOf = useErrorText()
  const { state, onRetry, onSignOut } = useAuth()
  const [running, setRunning] = useState<'retry' | 'signOut' | null>(null)
  const { problem } = state
  if (!problem) return null
  const run = async (name: 'retry' | 'signOut', action: () => Promise<void>) => {
    setRunning(name)
    try {
      await action()
    } finally {
      setRunning(null)
    }
  }
  return (
    <div className={layout.problem}>
      <Note kind="bad">
        <strong className={layout.problemTitle}>{t(titleOf(problem.code))}</strong>
        {textOf(problem)}
        <div className={layout.problemActions}>
          <Button variant="default" loading={running === 'retry'} onClick={() => void run('retry', onRetry)}>
            {t('tryAgain')}
          </Button>
          <Button variant="default" loading={running === 'signOut'} onClick={() => void run('signOut', onSignOut)}>
            {t('signOut')}
          </Button>
        </div>
      </Note>
    </div>
  )
}
