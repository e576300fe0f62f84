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
  const { data } = usePreview(connection.id, isShown ? version.criteria : null)
  if (!data || !isShown) return null
  return (
    <Panel title={t('rows.title', { name: connection.name })} flush>
      <SampleTable sample={data.sample} shared={data.shared} hasTitle={false} />
    </Panel>
  )
}
