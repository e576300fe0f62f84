import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths } from '#web/paths.ts'
import type { Ask } from './question.ts'
import styles from './SourceCard.module.css'

interface NeedsBoxProps {
  source: Integration
  needs: NonNullable<Integration['needs']>
  onAsk: Ask
}

/** Connected, but something has to be chosen before anything is read. */
export const NeedsBox = ({ source, needs, onAsk }: NeedsBoxProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const { id } = source
  return (
    <div className={styles.box} data-kind="wait">
      <p className="medium">{t(`card.needs.${needs}.title`)}</p>
      <p className={styles.reason}>{t(`card.needs.${needs}.text`)}</p>
      {may('integrations', 'w') && needs === 'ad_account' && (
        <Button className={styles.boxAction ?? ''} onClick={() => onAsk({ kind: 'adAccount', source })}>
          {t('card.needs.ad_account.action')}
        </Button>
      )}
      {may('integrations', 'w') && needs === 'table' && (
        <Button
          className={styles.boxAction ?? ''}
          renderRoot={(props) => <Link to={innerPaths.source} params={{ id }} search={{ tab: 'mapping' }} {...props} />}
        >
          {t('card.needs.table.action')}
        </Button>
      )}
    </div>
  )
}
