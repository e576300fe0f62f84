import type { ReactNode } from 'react'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useAgreement, type Agreement } from '#web/data/connections/agreements.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { DataRequest } from '../sharing/DataRequest.tsx'
import { Progress } from '../sharing/Progress.tsx'
import { SharedPanel } from '../sharing/SharedPanel.tsx'
import { SharedRows } from '../sharing/SharedRows.tsx'
import { Comments } from './Comments.tsx'
import { PartsSkeleton } from './PartsSkeleton.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import styles from './review.module.css'
import { Versions } from './Versions.tsx'

/** The version in force; of a connection that has ended, the one that was shared last. */
const agreedOf = ({ state, versionInForce }: Connection, { versions }: Agreement): CriteriaVersion | undefined =>
  state === 'CANCELED'
    ? versions.find(({ inForceFrom }) => inForceFrom !== null)
    : versions.find(({ version }) => version === versionInForce)

const beforeOf = ({ comparedWith }: CriteriaVersion, versions: readonly CriteriaVersion[]): CriteriaVersion | undefined =>
  versions.find(({ version }) => version === comparedWith)

interface AgreedProps {
  connection: Connection
  agreed: CriteriaVersion
}

/** What both accepted. */
const Agreed = ({ connection, agreed }: AgreedProps) => (
  <>
    {(connection.state === 'IN_PROCESS' || connection.state === 'ACTIVE') && <Progress connection={connection} />}
    <SharedPanel connection={connection} version={agreed} />
  </>
)

interface ViewProps {
  connection: Connection
  /** How the connection came about. */
  children: ReactNode
}

const History = ({ connection, agreement: { versions, comments }, children }: ViewProps & { agreement: Agreement }) => (
  <div className="stack">
    {versions.length > 0 && <Versions connection={connection} versions={versions} />}
    {comments.length > 0 && <Comments comments={comments} />}
    {children}
  </div>
)

/** Beside a version that waits, which is high, there is room for the details. */
const Parts = ({ connection, agreement, children }: ViewProps & { agreement: Agreement }) => {
  const { versions, comments } = agreement
  const pending = versions.find(({ version }) => version === connection.pendingVersion)
  const agreed = agreedOf(connection, agreement)
  if (versions.length === 0 && comments.length === 0) return children
  return (
    <>
      <DataRequest connection={connection} agreement={agreement} />
      <div className={styles.parts} data-split={pending !== undefined || agreed !== undefined || undefined}>
        <div className="stack">
          {pending && (
            <ReviewPanel key={pending.textHash} connection={connection} pending={pending} before={beforeOf(pending, versions)} />
          )}
          {agreed && <Agreed connection={connection} agreed={agreed} />}
        </div>
        <History connection={connection} agreement={agreement}>
          {pending && children}
        </History>
      </div>
      {!pending && children}
      {agreed && <SharedRows connection={connection} version={agreed} />}
    </>
  )
}

const ViewSkeleton = ({ connection, children }: ViewProps) =>
  connection.state === 'INVITED' ? children : <PartsSkeleton>{children}</PartsSkeleton>

/** What is shared under a connection: the version that waits, the one in force, and how they came about. */
export const AgreementView = (props: ViewProps) => {
  const query = useAgreement(props.connection.id)
  return (
    <>
      <Loaded query={query} skeleton={<ViewSkeleton {...props} />}>
        {(agreement) => <Parts {...props} agreement={agreement} />}
      </Loaded>
      {query.isError && !query.data && props.children}
    </>
  )
}
