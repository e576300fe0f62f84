import { Button } from '@mantine/core'
import { IconChevronRight, IconFlask, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import { useMay } from '#web/lib/may.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { integrationsSearch } from '../integrations-search.ts'
import { Logo } from '../Logo.tsx'
import styles from './Gallery.module.css'

const Connect = ({ connector: { type, name } }: { connector: ConnectorManifest }) => {
  const { t } = useTranslation('syncs')
  const { step } = useAddress(integrationsSearch)
  return (
    <Button
      variant="default"
      aria-label={t('gallery.connectLabel', { provider: name })}
      onClick={() => step({ connect: type, again: undefined, integrated: undefined })}
    >
      {t('gallery.connect')}
    </Button>
  )
}

const NotSetUp = ({ connector: { type, name } }: { connector: ConnectorManifest }) => {
  const { t } = useTranslation('syncs')
  return (
    <details className={styles.missing}>
      <summary>
        <IconChevronRight size={14} stroke={2} aria-hidden />
        {t('gallery.howTo')}
      </summary>
      <p>{t('gallery.operator', { provider: name, prefix: `VENDOR_${type.toUpperCase()}` })}</p>
    </details>
  )
}

interface ConnectorRowProps {
  connector: ConnectorManifest
  /** Marks sandboxes, if only some of the connectors are sandboxes. */
  marksSandbox: boolean
}

export const ConnectorRow = ({ connector, marksSandbox }: ConnectorRowProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const { type, name, about, isAvailable, isSandbox } = connector
  return (
    <li className={styles.row} data-off={!isAvailable || undefined}>
      <Logo type={type} name={name} />
      <div className="grow">
        <h4 className={styles.name}>
          {name}
          {isAvailable && isSandbox && marksSandbox && (
            <StatusBadge kind="off" icon={IconFlask}>
              {t('gallery.sandbox')}
            </StatusBadge>
          )}
          {!isAvailable && (
            <StatusBadge kind="off" icon={IconTool}>
              {t('gallery.notSetUp')}
            </StatusBadge>
          )}
        </h4>
        <p className={styles.about}>{about}</p>
        {!isAvailable && <NotSetUp connector={connector} />}
      </div>
      {isAvailable && may('integrations', 'w') && <Connect connector={connector} />}
    </li>
  )
}
