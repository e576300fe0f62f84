import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { innerPaths } from '#web/paths.ts'
import { BackLink } from '#web/ui/page/BackLink.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { draftOf, type Draft } from './draft.ts'
import styles from './criteria.module.css'

interface HeadProps {
  connection: Connection
  inForce: CriteriaVersion | undefined
  /** The version that is edited. */
  n: number
  isDirty: boolean
  /** The saved draft. */
  saved: CriteriaVersion | undefined
  /** The version before the saved draft. */
  before: CriteriaVersion | undefined
  onDiscarded: () => void
  /** Undefined: the draft is what is shared already. */
  onReset: ((draft: Draft) => void) | undefined
}

/** What is in force, and what is edited. */
const Intro = ({ connection: { name, state, pendingVersion }, inForce, n }: HeadProps) => {
  const { t } = useTranslation('criteria')
  if (!inForce) return t(state === 'INVITED' ? 'page.invited' : 'page.first', { name })
  return (
    <>
      {t('page.inForce', { inForce: inForce.version, day: dayOf(inForce.inForceFrom ?? inForce.savedAt), n })}
      {pendingVersion !== null && ` ${t('page.replaces', { n: pendingVersion, name })}`}
    </>
  )
}

/** Back to what is shared now. */
const Reset = ({ inForce, onReset }: HeadProps) => {
  const { t } = useTranslation('criteria')
  const agreed = inForce?.criteria
  if (!agreed || !onReset) return null
  return (
    <Button variant="subtle" color="gray" onClick={() => onReset(draftOf(agreed))}>
      {t('page.reset', { n: inForce.version })}
    </Button>
  )
}

/** Whether the draft is saved, and sent with the invitation. */
const SavedBadge = ({ isDirty, saved }: HeadProps) => {
  const { t } = useTranslation('criteria')
  if (isDirty) return <StatusBadge kind="wait">{t('page.unsaved')}</StatusBadge>
  if (!saved) return null
  return saved.acknowledgedAt === null ? (
    <StatusBadge kind="off">{t('page.saved')}</StatusBadge>
  ) : (
    <StatusBadge kind="good">{t('page.attached')}</StatusBadge>
  )
}

export const BuilderHead = (props: HeadProps) => {
  const { t } = useTranslation('criteria')
  const company = useSession().user.client.name
  const { id, name } = props.connection
  return (
    <header className={styles.head}>
      <BackLink to={innerPaths.connection} params={{ id }}>
        {name}
      </BackLink>
      <div className="grow">
        <div className={styles.headTitle}>
          <h2>{t('page.title', { company })}</h2>
          <SavedBadge {...props} />
        </div>
        <p className="small dim">
          <Intro {...props} />
        </p>
      </div>
      <Reset {...props} />
      <DiscardDraft {...props} />
    </header>
  )
}
