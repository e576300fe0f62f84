import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import type { User } from '#contract/users/users.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

const hour = 3_600_000
const day = 24 * hour

const Link = ({ invitedAt }: { invitedAt: string }) => {
  const { t } = useTranslation('users')
  const end = Date.parse(invitedAt) + limits.invitationValid
  const [now] = useState(Date.now)
  // The clock on screen may be behind: a link is never valid for longer than its full time.
  const left = Math.min(end - now, limits.invitationValid)
  const words = () => {
    if (left <= 0) return t('seen.linkOver')
    // Rounded up, so that a new link shows all its days and the last hour is not shown as 0.
    return left > day ? t('seen.linkDays', { n: Math.ceil(left / day) }) : t('seen.linkHours', { n: Math.ceil(left / hour) })
  }
  const instant = new Date(end).toISOString()
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {words()}
    </time>
  )
}

/** When the user was last active, or why they are not active. */
export const SeenCell = ({ user, isSelf }: { user: User; isSelf: boolean }) => {
  const { t } = useTranslation('users')
  if (user.status === 'INVITED' && user.invitedAt === null) return t('seen.held')
  if (user.status === 'INVITED') return <Link invitedAt={user.invitedAt ?? user.createdAt} />
  if (user.status === 'SUSPENDED') {
    return (
      <time dateTime={user.statusSince} title={exactTime(user.statusSince)}>
        {t('seen.since', { day: shortDayOf(user.statusSince) })}
      </time>
    )
  }
  if (isSelf) return t('seen.now')
  return user.lastSeenAt ? <RelativeTime instant={user.lastSeenAt} /> : t('seen.never')
}
