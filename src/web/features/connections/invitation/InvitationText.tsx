import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { getInvitation } from '#contract/connections/connections.ts'
import type { Reply } from '#contract/kit/route.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { Tile } from '#web/ui/page/Tile.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { daysUntil } from '../words.ts'
import styles from './InvitationLayout.module.css'

export type Invitation = Reply<typeof getInvitation>

const asks = ['account', 'second', 'third'] as const
const points = ['first', 'second', 'third', 'fourth'] as const

const Inviter = ({ invitation: { inviterName, inviterType, expiresAt } }: { invitation: Invitation }) => {
  const { t } = useTranslation('invitation')
  const [now] = useState(Date.now)
  return (
    <div className={styles.who}>
      <Tile name={inviterName} size={40} />
      <div className="grow">
        <div className="semibold truncate" title={inviterName}>
          {inviterName}
        </div>
        <div className="small dim">{t(`kind.${inviterType}`)}</div>
      </div>
      <span title={exactTime(expiresAt)}>
        <StatusBadge kind="wait">{t('days', { count: daysUntil(expiresAt, now) })}</StatusBadge>
      </span>
    </div>
  )
}

export interface InvitationTextProps {
  invitation: Invitation
  /** The first step is done. */
  hasAccount: boolean
  /** The second step of a company is done. */
  hasSynced: boolean
}

/** Who invites, what the invited account will be asked, and what it can rely on. */
export const InvitationText = ({ invitation, hasAccount, hasSynced }: InvitationTextProps) => {
  const { t } = useTranslation('invitation')
  const { inviterName: name, inviterType: type } = invitation
  const done = { account: hasAccount, second: hasSynced && type === 'AGENCY', third: false }
  return (
    <>
      <Inviter invitation={invitation} />
      <h1 tabIndex={-1}>{t(`${type}.title`, { name })}</h1>
      <p className={styles.lead}>{t(`${type}.lead`)}</p>
      <h2>{t('asked')}</h2>
      <ol className={styles.asks}>
        {asks.map((ask, index) => {
          const isDone = done[ask]
          return (
            <li key={ask}>
              <span className={styles.number} data-done={isDone || undefined} aria-hidden>
                {isDone ? <IconCheck size={14} stroke={2.2} /> : index + 1}
              </span>
              <div>
                <div className={styles.ask}>{t(`${type}.asks.${ask}.title`)}</div>
                <div className="small dim">{t(`${type}.asks.${ask}.text`)}</div>
              </div>
            </li>
          )
        })}
      </ol>
      <h2>{t(`${type}.kept`)}</h2>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={15} stroke={2.2} aria-hidden />
            {t(`${type}.points.${point}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
