import { useLayoutEffect, useRef } from 'react'

/** When this part goes away with the focus in it, or while the button that was pressed in it is busy, another place takes the focus. */
export const useFocusFallback = (find: (gone: HTMLElement) => HTMLElement | null | undefined) => {
  const own = useRef<HTMLSpanElement>(null)
  const wasUsed = useRef(false)
  useLayoutEffect(() => {
    const gone = own.current
    return () => {
      const { activeElement, body } = document
      const hasFocus = gone?.contains(activeElement) || (wasUsed.current && activeElement === body)
      if (gone && hasFocus) find(gone)?.focus()
    }
  }, [find])
  return { own, markUsed: () => (wasUsed.current = true) }
}
