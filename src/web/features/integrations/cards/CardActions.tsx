import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { useStartRun } from '#web/data/runs.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useMay } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { innerPaths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { RowMenu } from '#web/ui/table/RowMenu.tsx'
import { isOpen } from '../progress/run-state.ts'
import type { Ask } from './question.ts'
import { Reconnect } from './Reconnect.tsx'
import styles from './SourceCard.module.css'
import { useSourceMenu } from './use-source-menu.tsx'

interface CardActionsProps {
  source: Integration
  onAsk: Ask
}

const SyncNow = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const textOf = useErrorText()
  const start = useStartRun()
  const { id, last_run: run } = source
  const begin = () =>
    start.mutate(
      { integrationId: id },
      {
        onSuccess: () => void showToast('success', t('card.syncStarted', { name: titleOf(source) })),
        onError: (error) => void showToast('error', textOf(error)),
      },
    )
  return (
    <BusyButton
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      aria-label={t('card.syncNowLabel', { name: titleOf(source) })}
      busy={start.isPending}
      disabled={isOpen(run)}
      onClick={begin}
    >
      {t('card.syncNow')}
    </BusyButton>
  )
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

/** First what helps most in this state, then the details; the rest is in the menu. */
export const CardActions = ({ source, onAsk }: CardActionsProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const menu = useSourceMenu(source, onAsk, 'card')
  const { status, needs } = source
  const isOff = status === 'disconnected'
  return (
    <footer className={styles.foot}>
      {status === 'active' && !needs && may('syncNow', 'x') && <SyncNow source={source} />}
      {status !== 'active' && may('integrations', 'w') && <Reconnect source={source} />}
      <Details source={source} />
      {isOff && may('integrations', 'x') && <EraseNow source={source} onAsk={onAsk} />}
      <span className="grow" />
      <RowMenu label={t('card.more', { name: titleOf(source) })} actions={menu} />
    </footer>
  )
}
