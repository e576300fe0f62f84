import '#web/ui/fields/select-styles.ts'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { Tile } from '#web/ui/page/Tile.tsx'
import { useEndpointName } from './endpoint-name.ts'
import styles from './endpoint.module.css'

const searchedFrom = 9

interface EndpointSelectProps {
  endpoint: WebhookEndpoint
  endpoints: readonly WebhookEndpoint[]
  onChoose: (id: string) => void
}

export const EndpointSelect = ({ endpoint, endpoints, onChoose }: EndpointSelectProps) => {
  const { t } = useTranslation('webhooks')
  const nameOf = useEndpointName()
  return (
    <Select
      className={styles.select ?? ''}
      aria-label={t('endpoint.choose')}
      data={endpoints.map((one) => ({ value: one.id, label: nameOf(one) }))}
      value={endpoint.id}
      allowDeselect={false}
      searchable={endpoints.length >= searchedFrom}
      maxDropdownHeight={264}
      checkIconPosition="right"
      leftSection={<Tile name={endpoint.name} size={24} />}
      comboboxProps={{ width: 264, position: 'bottom-start' }}
      onChange={(id) => id !== null && onChoose(id)}
    />
  )
}
