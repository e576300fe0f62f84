import { useEffect } from 'react'

/** Chrome lets `cancel` be prevented only once, and a button that is busy has no focus: Escape is caught wherever it arrives. */
export const useNoEscape = (busy: boolean) =>
  useEffect(() => {
    if (!busy) return undefined
    const swallow = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    window.addEventListener('keydown', swallow)
    return () => window.removeEventListener('keydown', swallow)
  }, [busy])
