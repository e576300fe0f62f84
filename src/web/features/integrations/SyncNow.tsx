import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useStartRun } from '#web/data/syncs/runs.ts'
import { useMay } from '#web/lib/may.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { comingTime } from './progress/clock-time.ts'
import { startedTextKey, isOpen, isPausedRun, whyNotNow } from './progress/run-state.ts'
import pageButton from '#web/ui/page/page-button.module.css'

interface SyncNowProps {
  source: Integration
  /** In the header of the source's page (only an icon on a phone), on a card, or in the panel of a run. */
  at: 'page' | 'card' | 'run'
  className?: string | undefined
}

/** The button's text, its accessible name and its tooltip. */
const useWords = (source: Integration, at: SyncNowProps['at'], isOff: boolean) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const isPaused = isOpen(run) && isPausedRun(run)
  const key = isPaused ? 'retry' : 'start'
  const text = t(`syncNow.${key}`)
  const label = at === 'card' ? t(`syncNow.${key}Label`, { name: titleOf(source) }) : text
  const paused = isPaused ? t('syncNow.paused', { time: comingTime(run.resume_at ?? ''), why: run.error_text ?? '' }) : undefined
  return { isPaused, text, label, title: isOff ? t('syncNow.running') : paused }
}

const useStart = (source: Integration) => {
  const { t } = useTranslation('syncs')
  const { act, isBusy } = useAct()
  const { mutateAsync } = useStartRun()
  const startedText = t(startedTextKey(source), { name: titleOf(source) })
  return { start: () => void act(() => mutateAsync({ integrationId: source.id }), startedText), isBusy }
}

/** Starts a sync, or resumes the one that is paused. */
export const SyncNow = ({ source, at, className }: SyncNowProps) => {
  const isOnPage = at === 'page'
  const isOff = isOnPage && whyNotNow(source) !== null
  const { isPaused, text, label, title } = useWords(source, at, isOff)
  const { start, isBusy } = useStart(source)
  if (!useMay()('syncNow', 'x')) return null
  return (
    <BusyButton
      variant="default"
      className={isOnPage ? pageButton.button : className}
      busy={isBusy}
      aria-label={label}
      aria-disabled={isOff || undefined}
      title={title}
      leftSection={(isOnPage || !isPaused) && <IconRefresh size={15} stroke={1.75} aria-hidden />}
      onClick={isOff ? undefined : start}
      data-first={at === 'card' || undefined}
    >
      <span className={isOnPage ? 'from-tablet' : undefined}>{text}</span>
    </BusyButton>
  )
}
