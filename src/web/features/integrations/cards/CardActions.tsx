import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths } from '#web/paths.ts'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import type { Ask } from './question.ts'
import { FirstAction } from './FirstAction.tsx'
import styles from './SourceCard.module.css'
import { useSourceMenu } from './use-source-menu.tsx'

interface CardActionsProps {
  source: Integration
  onAsk: Ask
}

const Details = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  return (
    <Button
      variant="subtle"
      color="gray"
      className={styles.quiet ?? ''}
      aria-label={t('card.detailsLabel', { name: titleOf(source) })}
      renderRoot={(props) => <Link to={innerPaths.source} params={{ id: source.id }} {...props} />}
    >
      {t('card.details')}
    </Button>
  )
}

const EraseNow = ({ source, onAsk }: CardActionsProps) => {
  const { t } = useTranslation('syncs')
  return (
    <Button
      variant="subtle"
      color="red"
      className={styles.erase ?? ''}
      aria-label={t('card.eraseLabel', { name: titleOf(source) })}
      onClick={() => onAsk({ kind: 'erase', source })}
    >
      {t('card.eraseNow')}
    </Button>
  )
}

/** The most useful action for this state first, then the details; the rest is in the menu. */
export const CardActions = ({ source, onAsk }: CardActionsProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const menu = useSourceMenu(source, onAsk, 'card')
  const isOff = source.status === 'disconnected'
  return (
    <footer className={styles.foot}>
      <FirstAction source={source} onAsk={onAsk} />
      <Details source={source} />
      {isOff && may('integrations', 'x') && <EraseNow source={source} onAsk={onAsk} />}
      <span className="grow" />
      <RowMenu label={t('card.more', { name: titleOf(source) })} actions={menu} />
    </footer>
  )
}
