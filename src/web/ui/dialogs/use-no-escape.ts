import { useEffect, useEffectEvent } from 'react'

/** Chrome lets `cancel` be prevented only once, and a busy button has no focus, so Escape is caught on the whole window. */
export const useNoEscape = (isCaught: boolean, onEscape?: () => void) => {
  const report = useEffectEvent(() => onEscape?.())
  useEffect(() => {
    if (!isCaught) return undefined
    const swallow = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      report()
    }
    window.addEventListener('keydown', swallow)
    return () => window.removeEventListener('keydown', swallow)
  }, [isCaught])
}
