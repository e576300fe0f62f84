import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useAgreement, type Agreement } from '#web/data/connections/agreements.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Comments } from './Comments.tsx'
import { Offer } from './Offer.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import styles from './review.module.css'
import { Versions } from './Versions.tsx'

const InForce = ({ connection: { side, name }, version }: { connection: Connection; version: CriteriaVersion }) => {
  const { t } = useTranslation('criteria')
  return (
    <Panel
      title={t(`inForce.${side}`, { name })}
      flush
      aside={<span className="caption dim">{t('inForce.version', { n: version.version })}</span>}
    >
      <Offer version={version} />
    </Panel>
  )
}

const Parts = ({ connection, agreement: { versions, comments } }: { connection: Connection; agreement: Agreement }) => {
  const pending = versions.find(({ version }) => version === connection.pendingVersion)
  const inForce = versions.find(({ state }) => state === 'in_force')
  if (versions.length === 0 && comments.length === 0) return null
  return (
    <div className={styles.parts} data-split={pending !== undefined || inForce !== undefined || undefined}>
      <div className="stack">
        {pending && <ReviewPanel key={pending.textHash} connection={connection} pending={pending} />}
        {inForce && <InForce connection={connection} version={inForce} />}
      </div>
      <div className="stack">
        {versions.length > 0 && <Versions versions={versions} />}
        {comments.length > 0 && <Comments comments={comments} />}
      </div>
    </div>
  )
}

/** What is shared under a connection: the version that waits, the one in force, and how they came about. */
export const AgreementView = ({ connection }: { connection: Connection }) => (
  <Loaded query={useAgreement(connection.id)} skeleton={<Skeleton height={240} radius="md" aria-hidden />}>
    {(agreement) => <Parts connection={connection} agreement={agreement} />}
  </Loaded>
)
