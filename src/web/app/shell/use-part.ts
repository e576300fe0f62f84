import { useCallback, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '#web/lib/toast.ts'

/** A part of the frame that arrives on first use. When it cannot be downloaded, a toast says so and the frame stays. */
export const usePart = <P>(load: () => Promise<ComponentType<P>>) => {
  const { t } = useTranslation('app')
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  /** Answers whether it has arrived. */
  const fetchPart = useCallback(
    () =>
      load().then(
        (part) => {
          setPart(() => part)
          return true
        },
        () => {
          void showToast('error', t('shell.partFailed'))
          return false
        },
      ),
    [load, t],
  )
  return [Part, fetchPart] as const
}
