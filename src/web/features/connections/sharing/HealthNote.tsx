import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { useAgreement } from '#web/data/connections/agreements.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { addressOf, innerPaths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'

type SourceProblem = Extract<Connection['health'], `source_${string}`>

/** For the company: the page of the source that has to be fixed. */
const Repair = ({ connection: { id }, health }: { connection: Connection; health: SourceProblem }) => {
  const { t } = useTranslation('sharing')
  const { data } = useAgreement(id)
  const sourceId = data?.versions.find(({ state }) => state === 'in_force')?.criteria?.integration_id
  if (sourceId === undefined) return null
  return (
    <Button component={Link} to={addressOf(innerPaths.source, sourceId)} size="xs" variant="default">
      {t(`health.action.${health}`)}
    </Button>
  )
}

/** What follows if it lasts. */
const Ends = ({ connection: { state } }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  return state === 'ACTIVE' && ` ${t('health.ends')}`
}

const ErasedNote = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  const { side, name } = connection
  return (
    <Note kind="bad">
      {t(`health.erased.${side}`, { name })}
      <Ends connection={connection} />
    </Note>
  )
}

const SourceNote = ({ connection, health }: { connection: Connection; health: SourceProblem }) => {
  const { t } = useTranslation('sharing')
  const { side, name, integration } = connection
  const shared = useShared(connection).data
  if (shared?.isSourceErased) return <ErasedNote connection={connection} />
  const lastSyncAt = shared?.lastSyncAt ?? null
  const day = lastSyncAt === null ? '' : dayOf(lastSyncAt)
  const reader = side === 'AGENCY' && lastSyncAt === null ? 'AGENCY_never' : side
  return (
    <Note kind="bad" action={side === 'COMPANY' && <Repair connection={connection} health={health} />}>
      {t(`health.${health}.${reader}`, { name, day, source: integration ?? t('health.source') })}
      <Ends connection={connection} />
    </Note>
  )
}

/** What keeps data from being shared, and who can fix it. */
export const HealthNote = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  const { health, side, name } = connection
  if (health === 'ok') return null
  if (health === 'subscription_hold') return <Note kind="wait">{t(`health.subscription_hold.${side}`, { name })}</Note>
  return <SourceNote connection={connection} health={health} />
}
