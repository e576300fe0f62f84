import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRuns } from '#web/data/syncs/runs.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { aboveTabs, type ViewProps } from '../view-props.ts'
import { LatestRun } from './LatestRun.tsx'
import { useRunColumns } from './run-columns.tsx'
import { RunDetail } from './RunDetail.tsx'

export const RunsTab = ({ integration, address: { search, change }, onOpen }: ViewProps) => {
  const { t } = useTranslation('source')
  const paging = pagingOf(search, (next) => change({ ...next, run: undefined }), usePageSize({ above: aboveTabs }))
  const query = useRuns(integration.id, { page: paging.page, size: paging.size })
  const isLastPage = query.data !== undefined && paging.page * paging.size >= query.data.total
  const toggle = (run: string) => change({ run: search.run === run ? undefined : run })
  const columns = useRunColumns({
    source: integration,
    open: search.run,
    onToggle: toggle,
    firstId: isLastPage ? query.data?.items.at(-1)?.id : undefined,
  })
  return (
    <div className="stack">
      <LatestRun source={integration} />
      <Panel flush>
        <DataTable
          label={t('runs.label')}
          columns={columns}
          query={query}
          keyOf={(run) => run.id}
          paging={paging}
          selected={search.run}
          onSelect={(run) => toggle(run.id)}
          renderDetail={(run) => (
            <RunDetail run={run} vendor={integration.vendor} onRejects={() => onOpen({ tab: 'set-aside', run: run.id })} />
          )}
          empty={
            <EmptyState
              icon={<IconRefresh size={22} stroke={1.75} />}
              title={t('runs.empty.title')}
              text={t('runs.empty.text')}
            />
          }
        />
      </Panel>
    </div>
  )
}
