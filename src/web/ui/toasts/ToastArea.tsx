import { useEffect, useState, type ComponentType } from 'react'
import { onFirstToast } from '#web/lib/toast.ts'

/** Most visits never see a toast, so their code arrives with the first one. */
export const ToastArea = () => {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      onFirstToast(() => {
        // Without a connection there is nothing to show a toast with; the page itself goes on.
        import('./Toasts.tsx').then(
          (part) => setToasts(() => part.Toasts),
          () => undefined,
        )
      }),
    [],
  )
  return Toasts && <Toasts />
}
