import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useRejectRemoval } from '#web/data/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { isRunning } from '../../progress/run-state.ts'
import { useCounts } from '../../words.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSeesContacts } from '../use-sees-contacts.ts'
import styles from './removal.module.css'
import { RemoveThem } from './RemoveThem.tsx'

const Review = ({ id, contacts }: { id: string; contacts: number }) => {
  const { t } = useTranslation('source')
  if (!useSeesContacts() || contacts === 0) return null
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => <Link to={innerPaths.source} params={{ id }} search={{ tab: 'people', held: true }} {...props} />}
    >
      {t('removal.review', { count: contacts, n: formatNumber(contacts) })}
    </Button>
  )
}

const Keep = ({ id }: { id: string }) => {
  const { t } = useTranslation('source')
  const { act, isBusy } = useAct()
  const keep = useRejectRemoval()
  return (
    <BusyButton size="xs" variant="default" busy={isBusy} onClick={() => void act(() => keep.mutateAsync(id), t('removal.kept'))}>
      {t('removal.keep')}
    </BusyButton>
  )
}

/** An unusually large removal waits for approval: how many records, which ones, and who decides. */
export const RemovalNote = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const { id, removal } = integration
  const what = useCounts()(removal ?? {})
  if (!removal || isRunning(integration)) return null
  const decides = may('syncNow', 'x') && may('integrations', 'x')
  return (
    <Note
      kind="wait"
      action={
        <span className={styles.acts}>
          <Review id={id} contacts={removal.contacts} />
          {decides && (
            <>
              <Keep id={id} />
              <RemoveThem integration={integration} what={what} />
            </>
          )}
        </span>
      }
    >
      {t('removal.text', { what })}
    </Note>
  )
}
