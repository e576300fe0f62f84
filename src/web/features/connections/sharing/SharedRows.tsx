import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { usePreview } from '#web/data/connections/agreements.ts'
import { useMay } from '#web/lib/may.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SampleTable } from '../criteria/preview/SampleTable.tsx'

/** For the company: some of its contacts, exactly as the agency sees them. */
export const SharedRows = ({ connection, version }: { connection: Connection; version: CriteriaVersion }) => {
  const { t } = useTranslation('sharing')
  const isShown = useMay()('criteria', 'w') && connection.state === 'ACTIVE' && version.typeOfData !== 'COUNTS'
  const { data, isLoading } = usePreview(connection.id, isShown ? version.criteria : null)
  if (!isShown || (!data && !isLoading)) return null
  return (
    <Panel title={t('rows.title', { name: connection.name })} flush>
      {data ? <SampleTable {...data} hasTitle={false} /> : <Skeleton height={264} radius={0} aria-hidden />}
    </Panel>
  )
}
