import { useEffect } from 'react'

/** Chrome lets `cancel` be prevented only once, and a busy button has no focus, so Escape is caught on the whole window. */
export const useNoEscape = (busy: boolean) =>
  useEffect(() => {
    if (!busy) return undefined
    const swallow = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    window.addEventListener('keydown', swallow)
    return () => window.removeEventListener('keydown', swallow)
  }, [busy])
