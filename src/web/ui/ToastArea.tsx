import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from '#web/lib/toast.ts'

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }))

/** Most visits never see a toast, so their code arrives with the first one. */
export const ToastArea = () => {
  const [needed, setNeeded] = useState(false)
  useEffect(() => onFirstToast(() => setNeeded(true)), [])
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null
}
