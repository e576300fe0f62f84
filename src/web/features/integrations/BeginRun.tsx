import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import type { Integration } from '#contract/integrations.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useTranslation } from 'react-i18next'
import { titleOf } from '#contract/sources.ts'
import { useStartRun } from '#web/data/syncs/runs.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { begunWords } from './progress/run-state.ts'

/** Starts a sync, or resumes the one that is paused. */
const useBeginRun = (source: Integration) => {
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

type BeginRunProps = ButtonProps &
  Pick<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'children' | 'title'> & {
    source: Integration
    /** Shown, but nothing can be started now. */
    isOff?: boolean
    /** It is the first action of a card. */
    'data-first'?: boolean
  }

/** The button that starts a sync, or resumes the one that is paused, under whatever label it has there. */
export const BeginRun = ({ source, isOff = false, ...button }: BeginRunProps) => {
  const { begin, isPending } = useBeginRun(source)
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : begin}
      {...button}
    />
  )
}
