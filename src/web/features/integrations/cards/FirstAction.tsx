import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths } from '#web/paths.ts'
import { SyncNow } from '../SyncNow.tsx'
import { firstActionOf } from '../first-action.ts'
import { accountQuestions, type Ask } from './question.ts'
import { Reconnect } from './Reconnect.tsx'
import styles from './SourceCard.module.css'

interface FirstActionProps {
  source: Integration
  onAsk: Ask
}

const first = styles.first ?? ''

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
  const { needs } = source
  if (needs === 'ad_account' || needs === 'location') {
    return (
      <Button className={first} aria-label={label} onClick={() => onAsk({ kind: accountQuestions[needs], source })} data-first>
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

const Review = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  return (
    <Button
      className={first}
      aria-label={t('card.reviewLabel', { name: titleOf(source) })}
      renderRoot={(props) => (
        <Link to={innerPaths.source} params={{ id: source.id }} search={{ tab: 'counts' }} data-first {...props} />
      )}
    >
      {t('card.review')}
    </Button>
  )
}

/** The most useful action for this state. */
export const FirstAction = ({ source, onAsk }: FirstActionProps) => {
  const may = useMay()
  switch (firstActionOf(source, may)) {
    case 'reconnect':
      return <Reconnect source={source} className={first} />
    case 'finishSetup':
      return <FinishSetup source={source} onAsk={onAsk} />
    case 'review':
      return <Review source={source} />
    case 'cancel':
      return <Cancel source={source} onAsk={onAsk} />
    case 'retryNow':
    case 'syncNow':
      return <SyncNow source={source} at="card" className={first} />
    default:
      return null
  }
}
