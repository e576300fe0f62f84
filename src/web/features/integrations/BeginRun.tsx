import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import type { Integration } from '#contract/integrations.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useBeginRun } from './use-begin-run.ts'

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
