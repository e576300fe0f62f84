import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths, reconnectAddress } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import { daysOfAccess } from '../access.ts'
import { ReconnectSheet } from '../ghost/connect/ReconnectSheet.tsx'
import { AdAccountDialog } from '../dialogs/AdAccountDialog.tsx'
import { LocationDialog } from '../dialogs/LocationDialog.tsx'
import { RemovalNote } from './removal/RemovalNote.tsx'
import type { SourceTab } from './source-search.ts'
import { useNow } from '#web/lib/time/use-now.ts'

/** Starts the connect flow for the same account; it replaces "Sync now" when access is lost. */
const Repair = ({ integration: { id, type, name, status, ghost_company_id: ghost } }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  if (!may('integrations', 'w')) return null
  if (ghost !== null) return <ReconnectSheet id={ghost} status={status} name={name} />
  return (
    <Button
      size="xs"
      variant={status === 'error' ? 'filled' : 'default'}
      aria-label={t('reconnectLabel', { name })}
      renderRoot={(props) => <Link {...reconnectAddress({ id, type })} {...props} />}
    >
      {t('reconnect')}
    </Button>
  )
}

/** The vendor's access expires, and only a user can renew it. */
const EndingNote = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const days = daysOfAccess(integration, useNow())
  const { access_ends_at: end } = integration
  if (days === undefined || end === null) return null
  return (
    <Note kind="wait" action={<Repair integration={integration} />}>
      {days === 0 ? t('accessEnded') : t('accessEnds', { count: days, day: dayOf(end) })}
    </Note>
  )
}

/** Connected, but the user has to choose something before the first sync. */
const SetupNote = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const [isChoosing, setIsChoosing] = useState(false)
  const { id, needs } = integration
  const isTable = needs === 'table'
  const AccountsDialog = needs === 'location' ? LocationDialog : AdAccountDialog
  const finish = isTable ? (
    <Button
      size="xs"
      renderRoot={(props) => <Link to={innerPaths.source} params={{ id }} search={{ tab: 'mapping' }} {...props} />}
    >
      {t('finishSetup')}
    </Button>
  ) : (
    <Button size="xs" onClick={() => setIsChoosing(true)}>
      {t('finishSetup')}
    </Button>
  )
  return (
    <>
      <Note kind="wait" action={may('integrations', 'w') && finish}>
        {t(needs === 'location' ? 'needsLocation' : isTable ? 'needsTable' : 'needsAccount')}
      </Note>
      {isChoosing && <AccountsDialog source={integration} onClose={() => setIsChoosing(false)} />}
    </>
  )
}

/** The synced data is kept for a while after the source is disconnected. */
const StoppedNote = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const { erase_at: eraseAt, ghost_company_id: ghost } = integration
  const isKept = ghost !== null && eraseAt === null
  return (
    <Note kind="info" action={<Repair integration={integration} />}>
      {isKept ? t('offKept') : `${t('off')} ${eraseAt ? t('offUntil', { day: dayOf(eraseAt) }) : t('offErasing')}`}
    </Note>
  )
}

/** The problems of this source, and where to fix them. */
export const SourceNotes = ({ integration, tab }: { integration: Integration; tab: SourceTab }) => {
  const { vendor, status, status_reason: reason, needs } = integration
  const { t } = useTranslation('source')
  if (status === 'error') {
    return (
      <Note kind="bad" action={<Repair integration={integration} />}>
        {reason ?? t('broken', { vendor })} {t('kept')}
      </Note>
    )
  }
  if (status === 'disconnected') return <StoppedNote integration={integration} />
  if (needs === 'table' && tab === 'mapping') return <Note kind="wait">{t('needsTable')}</Note>
  if (needs) return <SetupNote integration={integration} />
  return (
    <>
      <RemovalNote integration={integration} />
      <EndingNote integration={integration} />
    </>
  )
}
