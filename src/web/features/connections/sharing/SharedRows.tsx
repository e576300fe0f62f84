import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { usePreview } from '#web/data/connections/agreements.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { useMay } from '#web/lib/may.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SampleTable } from '../criteria/preview/SampleTable.tsx'

/** Rows need no exact counts, unless none of a large source was in the sample. */
const useRows = (id: string, criteria: Criteria | null) => {
  const first = usePreview(id, criteria, { estimate: true })
  const isNoneSampled = first.data?.isEstimate === true && first.data.sample.rows.length === 0
  const exact = usePreview(id, isNoneSampled ? criteria : null)
  return { data: exact.isError ? undefined : (exact.data ?? first.data), isLoading: first.isLoading }
}

/** For the company: some of its contacts, exactly as the agency sees them. */
export const SharedRows = ({ connection, version }: { connection: Connection; version: CriteriaVersion }) => {
  const { t } = useTranslation('sharing')
  const { data: shared } = useShared(connection)
  const hasRows = connection.state === 'ACTIVE' && version.typeOfData !== 'COUNTS' && !shared?.isPreparing
  const isShown = useMay()('criteria', 'w') && hasRows
  const { data, isLoading } = useRows(connection.id, isShown ? version.criteria : null)
  if (!isShown || (!data && !isLoading)) return null
  return (
    <Panel title={t('rows.title', { name: connection.name })} flush>
      {data ? <SampleTable {...data} hasTitle={false} /> : <Skeleton height={264} radius={0} aria-hidden />}
    </Panel>
  )
}
