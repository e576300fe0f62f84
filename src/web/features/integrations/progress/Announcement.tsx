import { useTranslation } from 'react-i18next'
import { titleOf } from '#contract/integrations/sources.ts'
import { isOpen, runWords, type Running } from './run-state.ts'

const step = 25

/** Announces every 25 percent to screen readers, not every page. */
export const Announcement = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const name = titleOf(source)
  const words = t(runWords(source))
  const quarter = run.percent === null ? null : Math.floor(run.percent / step) * step
  return (
    <output className="visually-hidden">
      {isOpen(run) && quarter !== null ? t('run.announce', { name, percent: quarter }) : `${name}: ${words}`}
    </output>
  )
}
