import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { useStartRun } from '#web/data/runs.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { begunWords } from './progress/run-state.ts'

/** Starts a sync, or resumes the one that is paused. */
export const useBeginRun = (source: Integration) => {
  const { t } = useTranslation('syncs')
  const textOf = useErrorText()
  const { mutateAsync, isPending } = useStartRun()
  const begun = t(begunWords(source), { name: titleOf(source) })
  // The button goes away as soon as the run shows, so the words do not hang on it.
  const begin = () =>
    void mutateAsync({ integrationId: source.id }).then(
      () => showToast('success', begun),
      (error: unknown) => showToast('error', textOf(error)),
    )
  return { begin, isPending }
}
