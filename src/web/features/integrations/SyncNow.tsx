import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { useStartRun } from '#web/data/syncs/runs.ts'
import { useMay } from '#web/lib/may.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { comingTime } from './progress/clock-time.ts'
import { begunWords, isOpen, isResting, whyNotNow } from './progress/run-state.ts'
import pageButton from './page-button.module.css'

interface SyncNowProps {
  source: Integration
  /** In the header of the source's own page, where a phone has room for the icon alone; on a card among others; in the panel of a run. */
  at: 'page' | 'card' | 'run'
  className?: string | undefined
}

/** What is to be known before somebody presses it. */
const useTitle = ({ last_run: run }: Integration, isOff: boolean): string | undefined => {
  const { t } = useTranslation('syncs')
  if (isOff) return t('syncNow.running')
  if (!isOpen(run) || !isResting(run)) return undefined
  return t('syncNow.paused', { time: comingTime(run.resume_at ?? ''), why: run.error_text ?? '' })
}

/** Starts a sync, or resumes the one that is paused. */
export const SyncNow = ({ source, at, className }: SyncNowProps) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const { act, isBusy } = useAct()
  const { mutateAsync } = useStartRun()
  const { last_run: run } = source
  const words = isOpen(run) && isResting(run) ? 'retry' : 'start'
  const isOff = at === 'page' && whyNotNow(source) !== null
  const title = useTitle(source, isOff)
  const name = titleOf(source)
  const begin = () => void act(() => mutateAsync({ integrationId: source.id }), t(begunWords(source), { name }))
  if (!may('syncNow', 'x')) return null
  return (
    <BusyButton
      variant="default"
      className={at === 'page' ? pageButton.button : className}
      busy={isBusy}
      aria-label={at === 'card' ? t(`syncNow.${words}Label`, { name }) : t(`syncNow.${words}`)}
      aria-disabled={isOff || undefined}
      title={title}
      leftSection={(at === 'page' || words === 'start') && <IconRefresh size={15} stroke={1.75} aria-hidden />}
      onClick={isOff ? undefined : begin}
      data-first={at === 'card' || undefined}
    >
      <span className={at === 'page' ? 'from-tablet' : undefined}>{t(`syncNow.${words}`)}</span>
    </BusyButton>
  )
}
