import { useEffect, useRef, type FocusEvent } from 'react'

const sourceOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-source]')?.dataset['source']

/** A button that is disabled or gone loses the focus, too, but nobody has left it. */
const isLeft = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** A card gives way to a panel and comes back: whoever was at the one is then at the other, of the same source. */
export const useKeptFocus = () => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-source="${last.current}"]`)?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent) => void (last.current = sourceOf(target)),
    onBlur: ({ target, relatedTarget }: FocusEvent) =>
      void requestAnimationFrame(() => {
        const isElsewhere = relatedTarget !== null || isLeft(target)
        if (isElsewhere && !document.activeElement?.closest('[data-source]')) last.current = undefined
      }),
  }
}
