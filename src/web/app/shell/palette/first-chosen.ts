// Results from the server load after the user typed, often above the results that were found locally.
// The palette would keep its old selection, and Enter would open that row although another one is first.
import type { createSpotlight } from '@mantine/spotlight'
import { useEffect, useRef, type KeyboardEvent } from 'react'

type Store = ReturnType<typeof createSpotlight>[0]

const chooseFirst = (store: Store): HTMLElement | undefined => {
  const { listId } = store.getState()
  const list = listId ? document.querySelector(`#${CSS.escape(listId)}`) : null
  const first = list?.querySelector<HTMLElement>('[data-action]') ?? undefined
  if (!first || first.hasAttribute('data-selected')) return first
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  first.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
  return first
}

/** Keeps the first row selected while results load, until the user selects another one with the arrow keys. */
export const useFirstChosen = (store: Store, text: string) => {
  const movedIn = useRef<string>(undefined)
  const enteredIn = useRef<string>(undefined)
  useEffect(() => {
    if (movedIn.current === text) return
    const first = chooseFirst(store)
    if (!first || enteredIn.current !== text) return
    enteredIn.current = undefined
    first.click()
  })
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') movedIn.current = text
  }
  /** Opens the first row as soon as it is found with this text: Enter was pressed before the palette had loaded. */
  const openFirst = (typed: string) => {
    enteredIn.current = typed
  }
  return { onKeyDown, openFirst }
}
