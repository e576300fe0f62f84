import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { Message } from '#web/ui/Message.tsx'

const titles = {
  USER_SUSPENDED: 'problem.suspendedUser',
  CLIENT_SUSPENDED: 'problem.suspendedClient',
  EMAIL_UNVERIFIED: 'problem.unverified',
} as const

const titleOf = (code: string) => (code in titles ? titles[code as keyof typeof titles] : 'problem.unreachable')

interface AccountProblemProps {
  problem: ApiError
  onRetry: () => Promise<void>
  onSignOut: () => Promise<void>
}

/** The person is known, the account cannot be opened. */
export const AccountProblem = ({ problem, onRetry, onSignOut }: AccountProblemProps) => {
  const { t } = useTranslation()
  const textOf = useErrorText()
  const [leaving, setLeaving] = useState(false)
  const title = t(titleOf(problem.code))
  useDocumentTitle(`${title} · ${t('product')}`)
  const leave = () => {
    setLeaving(true)
    void onSignOut()
  }
  return (
    <main>
      <Message
        fullScreen
        heading="h1"
        icon={problem.code in titles ? <IconLock size={22} stroke={1.75} /> : <IconCloudOff size={22} stroke={1.75} />}
        title={title}
        text={textOf(problem)}
        actions={
          <>
            <Button variant="default" loading={leaving} onClick={leave}>
              {t('signOut')}
            </Button>
            <Button onClick={() => void onRetry()}>{t('tryAgain')}</Button>
          </>
        }
      />
    </main>
  )
}
