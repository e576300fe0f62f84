import { useEffect, useRef, type FocusEvent } from 'react'

const sourceOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-source]')?.dataset['source']

/** A button that is disabled or gone loses the focus, too, but nobody has left it. */
const isLeft = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** The first button of a card gives way to another one when a sync starts or ends: whoever was at the one is then at the other. */
export const useKeptFocus = () => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (last.current === undefined) return
    const card = document.querySelector<HTMLElement>(`[data-source="${last.current}"]`)
    // The card itself holds the focus only until its next button can.
    if (document.activeElement !== document.body && document.activeElement !== card) return
    const button = card?.querySelector<HTMLElement>('[data-first]:not(:disabled)')
    ;(button ?? card)?.focus({ preventScroll: true })
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
