import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { useAddress } from '#web/lib/use-address.ts'
import { integrationsSearch } from '../integrations-search.ts'

interface ReconnectProps {
  source: Integration
  className?: string
}

/** Goes to the vendor once more, for the same account. */
export const Reconnect = ({ source, className = '' }: ReconnectProps) => {
  const { t } = useTranslation('syncs')
  const { step } = useAddress(integrationsSearch)
  const { id, type, status } = source
  return (
    <Button
      className={className}
      variant={status === 'disconnected' ? 'default' : 'filled'}
      aria-label={t('card.reconnectLabel', { name: titleOf(source) })}
      onClick={() => step({ connect: type, again: id, integrated: undefined })}
    >
      {t('card.reconnect')}
    </Button>
  )
}
