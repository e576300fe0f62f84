import { useLayoutEffect, useRef } from 'react'

/** When this part is removed while it has the focus, or while its pressed button is busy, another element takes the focus. */
export const useFocusFallback = (find: (removed: HTMLElement) => HTMLElement | null | undefined) => {
  const own = useRef<HTMLSpanElement>(null)
  const wasUsed = useRef(false)
  useLayoutEffect(() => {
    const removed = own.current
    return () => {
      const { activeElement, body } = document
      const hasFocus = removed?.contains(activeElement) || (wasUsed.current && activeElement === body)
      if (removed && hasFocus) find(removed)?.focus()
    }
  }, [find])
  return { own, markUsed: () => (wasUsed.current = true) }
}
