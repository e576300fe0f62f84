import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { reconnectAddress } from '#web/paths.ts'

interface ReconnectProps {
  source: Integration
  className?: string
}

/** Starts the connect flow for the same account again. */
export const Reconnect = ({ source, className = '' }: ReconnectProps) => {
  const { t } = useTranslation('syncs')
  return (
    <Button
      className={className}
      variant={source.status === 'disconnected' ? 'default' : 'filled'}
      aria-label={t('card.reconnectLabel', { name: titleOf(source) })}
      renderRoot={(props) => <Link {...reconnectAddress(source)} resetScroll={false} data-first {...props} />}
    >
      {t('card.reconnect')}
    </Button>
  )
}
