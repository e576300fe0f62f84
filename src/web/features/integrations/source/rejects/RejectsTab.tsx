import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reject } from '#contract/syncs/runs.ts'
import { useRejects, useRetryRejects } from '#web/data/syncs/runs.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { useMay } from '#web/lib/may.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { whyNotNow } from '../../progress/run-state.ts'
import source from '../source.module.css'
import { useAct } from '#web/lib/use-act.ts'
import { aboveTabs, type ViewProps } from '../view-props.ts'
import { RejectDetail } from './RejectDetail.tsx'
import { rejectKey, useRejectColumns } from './reject-columns.tsx'

const RetryButton = ({ integration }: Pick<ViewProps, 'integration'>) => {
  const { t } = useTranslation('source')
  const id = useId()
  const may = useMay()
  const { act, isBusy } = useAct()
  const retry = useRetryRejects()
  const reason = may('integrations', 'x') ? whyNotNow(integration) : 'notAllowed'
  return (
    <>
      {reason && (
        <span id={id} className="caption dim">
          {t(`rejects.${reason}`)}
        </span>
      )}
      <BusyButton
        variant="default"
        busy={isBusy}
        aria-disabled={reason !== null}
        aria-describedby={reason ? id : undefined}
        onClick={() => reason ?? void act(() => retry.mutateAsync(integration.id), t('rejects.retryStarted'))}
      >
        {t('rejects.retry')}
      </BusyButton>
    </>
  )
}

/** Rejected rows, each with its reason. */
export const RejectsTab = ({ integration, address: { search, change }, onOpen }: ViewProps) => {
  const { t } = useTranslation('source')
  const paging = pagingOf(search, change, usePageSize({ above: aboveTabs }))
  const query = useRejects(integration.id, {
    skip: (paging.page - 1) * paging.size,
    limit: paging.size,
    ...presentOf({ run_id: search.run }),
  })
  const hasRows = (query.data?.total ?? 0) > 0
  const [open, setOpen] = useState<string>()
  const toggle = (row: Reject) => setOpen(open === rejectKey(row) ? undefined : rejectKey(row))
  return (
    <Panel flush>
      {(hasRows || search.run) && (
        <div className={source.bar}>
          <span className="grow">
            {search.run ? t('rejects.oneRun') : t('rejects.note')}{' '}
            {search.run && (
              <button type="button" className="link-button" onClick={() => onOpen({ tab: 'set-aside' })}>
                {t('rejects.allRuns')}
              </button>
            )}
          </span>
          {hasRows && <RetryButton integration={integration} />}
        </div>
      )}
      <DataTable
        label={t('rejects.label')}
        columns={useRejectColumns({ isTable: integration.abilities.includes('mapping'), open, onToggle: toggle })}
        query={query}
        keyOf={rejectKey}
        paging={paging}
        selected={open}
        onSelect={toggle}
        renderDetail={(row) => <RejectDetail row={row} settings={integration.settings} />}
        empty={
          <EmptyState
            icon={<IconCheck size={22} stroke={1.75} />}
            title={t('rejects.empty.title')}
            text={t('rejects.empty.text')}
          />
        }
      />
    </Panel>
  )
}
