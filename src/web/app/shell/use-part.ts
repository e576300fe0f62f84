import { useCallback, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '#web/lib/toast.ts'

/** A part of the frame that is downloaded on first use. When the download fails, a toast reports it and the frame stays. */
export const usePart = <P>(load: () => Promise<ComponentType<P>>) => {
  const { t } = useTranslation('app')
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  /** Returns whether the part is loaded. */
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
