import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { providerNames, providerTypes } from '#contract/providers.ts'
import { Message } from '#web/ui/Message.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import styles from './NoIntegrations.module.css'

/** Teaches what a connected source brings, before the first one exists. */
export const NoIntegrations = () => {
  const { t } = useTranslation(['app', 'pages'])
  return (
    <Panel flush>
      <Message
        icon={<IconPlugConnected size={22} stroke={1.75} />}
        title={t('pages:integrations.empty.title')}
        text={t('pages:integrations.empty.text')}
      >
        <ul className={styles.points}>
          {(['first', 'second', 'third'] as const).map((point) => (
            <li key={point}>
              <IconCheck size={14} stroke={2.2} aria-hidden />
              {t(`pages:integrations.empty.${point}`)}
            </li>
          ))}
        </ul>
      </Message>
      <div className={styles.supported}>
        <h3 className="caption medium dim">{t('pages:integrations.empty.supported')}</h3>
        <ul className={styles.providers}>
          {providerTypes.map((type) => (
            <li key={type}>
              <Tile name={providerNames[type]} size={24} />
              {providerNames[type]}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
