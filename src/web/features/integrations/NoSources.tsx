import { Button } from '@mantine/core'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/lib/may.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { goToGallery } from './gallery/go-to-gallery.ts'
import styles from './IntegrationsPage.module.css'

/** Explains what a connected source is for, before the first one exists. The gallery below it is the next step. */
export const NoSources = () => {
  const { t } = useTranslation('syncs')
  const mayConnect = useMay()('integrations', 'w')
  return (
    <Panel flush>
      <EmptyState
        icon={<IconPlugConnected size={22} stroke={1.75} />}
        title={t('empty.title')}
        text={t('empty.text')}
        actions={mayConnect && <Button onClick={goToGallery}>{t('empty.action')}</Button>}
      >
        <ul className={styles.points}>
          {(['first', 'second', 'third'] as const).map((point) => (
            <li key={point}>
              <IconCheck size={14} stroke={2.2} aria-hidden />
              {t(`empty.${point}`)}
            </li>
          ))}
        </ul>
      </EmptyState>
    </Panel>
  )
}
