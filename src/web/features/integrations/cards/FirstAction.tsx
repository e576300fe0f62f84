import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { firstActionOf } from '../first-action.ts'
import { useBeginRun } from '../use-begin-run.ts'
import type { Ask } from './question.ts'
import { Reconnect } from './Reconnect.tsx'
import styles from './SourceCard.module.css'

interface FirstActionProps {
  source: Integration
  onAsk: Ask
}

const first = styles.first ?? ''

const SyncNow = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const { begin, isPending } = useBeginRun(source)
  return (
    <BusyButton
      className={first}
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      aria-label={t('card.syncNowLabel', { name: titleOf(source) })}
      busy={isPending}
      onClick={begin}
      data-first
    >
      {t('card.syncNow')}
    </BusyButton>
  )
}

const RetryNow = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const { begin, isPending } = useBeginRun(source)
  return (
    <BusyButton
      className={first}
      variant="default"
      aria-label={t('card.retryNowLabel', { name: titleOf(source) })}
      busy={isPending}
      onClick={begin}
      data-first
    >
      {t('card.retryNow')}
    </BusyButton>
  )
}

const Cancel = ({ source, onAsk }: FirstActionProps) => {
  const { t } = useTranslation('syncs')
  return (
    <Button
      className={first}
      variant="default"
      aria-label={t('card.cancelLabel', { name: titleOf(source) })}
      disabled={source.last_run?.is_canceling === true}
      onClick={() => onAsk({ kind: 'cancel', source })}
      data-first
    >
      {t('card.cancel')}
    </Button>
  )
}

const FinishSetup = ({ source, onAsk }: FirstActionProps) => {
  const { t } = useTranslation('syncs')
  const label = t('card.finishSetupLabel', { name: titleOf(source) })
  if (source.needs === 'ad_account') {
    return (
      <Button className={first} aria-label={label} onClick={() => onAsk({ kind: 'adAccount', source })} data-first>
        {t('card.finishSetup')}
      </Button>
    )
  }
  return (
    <Button
      className={first}
      aria-label={label}
      renderRoot={(props) => (
        <Link to={innerPaths.source} params={{ id: source.id }} search={{ tab: 'mapping' }} data-first {...props} />
      )}
    >
      {t('card.finishSetup')}
    </Button>
  )
}

/** The one thing that helps most in this state. */
export const FirstAction = ({ source, onAsk }: FirstActionProps) => {
  const may = useMay()
  switch (firstActionOf(source, may)) {
    case 'reconnect':
      return <Reconnect source={source} className={first} />
    case 'finishSetup':
      return <FinishSetup source={source} onAsk={onAsk} />
    case 'retryNow':
      return <RetryNow source={source} />
    case 'cancel':
      return <Cancel source={source} onAsk={onAsk} />
    case 'syncNow':
      return <SyncNow source={source} />
    default:
      return null
  }
}
