import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import type { User } from '#contract/users/users.ts'
import { useChangeStatus, useResendInvitation } from '#web/data/account/users.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { fullNameOf, type AllowedActions } from '../allowed-actions.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useFocusFallback } from './use-focus-fallback.ts'
import styles from '../UsersPage.module.css'

interface StepButtonProps {
  text: string
  label: string
  act: () => Promise<unknown>
  done?: string
}

const menuOf = (removed: HTMLElement) => removed.closest('tr')?.querySelector<HTMLElement>('td:last-child button')

/** Disappears when its action is done; then the menu of the same row gets the focus. */
const StepButton = ({ text, label, act, done }: StepButtonProps) => {
  const { own, markUsed } = useFocusFallback(menuOf)
  const { act: run, isBusy } = useAct()
  const start = () => {
    markUsed()
    void run(act, done)
  }
  return (
    <span ref={own}>
      <BusyButton variant="default" size="xs" aria-label={label} busy={isBusy} onClick={start}>
        {text}
      </BusyButton>
    </span>
  )
}

// A timer may fire slightly early.
const slack = 100

/** Whether an email was sent so recently that another one would be refused. */
const useWasJustSent = (invitedAt: string | null): boolean => {
  const until = invitedAt === null ? 0 : Date.parse(invitedAt) + limits.invitationPause
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const wait = until - Date.now()
    if (wait <= 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), wait + slack)
    return () => clearTimeout(timer)
  }, [until])
  return until > now
}

const Resend = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const resend = useResendInvitation()
  const wasJustSent = useWasJustSent(user.invitedAt)
  const words = user.invitedAt === null ? 'approve' : 'resend'
  return (
    <>
      <output className={styles.sent}>
        {wasJustSent && (
          <>
            <IconCheck size={14} stroke={2} aria-hidden />
            {t('resend.sent')}
          </>
        )}
      </output>
      {!wasJustSent && (
        <StepButton
          text={t(`${words}.action`)}
          label={t(`${words}.label`, { name: fullNameOf(user) })}
          act={() => resend.mutateAsync(user.email)}
        />
      )}
    </>
  )
}

const Restore = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const change = useChangeStatus()
  const name = fullNameOf(user)
  return (
    <StepButton
      text={t('restore.action')}
      label={t('restore.label', { name })}
      act={() => change.mutateAsync({ id: user.id, status: 'ACTIVE' })}
      done={t('restore.done', { name })}
    />
  )
}

/** The next action for a user who is not active. */
export const NextStep = ({ user, reach }: { user: User; reach: AllowedActions }) => {
  if (reach.resend) return <Resend user={user} />
  return reach.restore ? <Restore user={user} /> : null
}
