import { useEffect, useState, type ComponentType } from 'react'
import { onFirstToast } from '#web/lib/toast.ts'

/** Most visits never show a toast, so the code loads with the first one. */
export const ToastArea = () => {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      onFirstToast(() => {
        // Without a network the toast cannot be shown; the page itself keeps working.
        import('./Toasts.tsx').then(
          (part) => setToasts(() => part.Toasts),
          () => undefined,
        )
      }),
    [],
  )
  return Toasts && <Toasts />
}
