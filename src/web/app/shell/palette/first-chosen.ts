// Results from the server load after the user typed, often above the results that were found locally.
// The palette would keep its old selection, and Enter would open that row although another one is first.
import type { createSpotlight } from '@mantine/spotlight'
import { useEffect, useRef, type KeyboardEvent } from 'react'

type Store = ReturnType<typeof createSpotlight>[0]

const chooseFirst = (store: Store): void => {
  const { listId } = store.getState()
  const list = listId ? document.querySelector(`#${CSS.escape(listId)}`) : null
  const first = list?.querySelector('[data-action]')
  if (!first || first.hasAttribute('data-selected')) return
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  first.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/** Keeps the first row selected while results load, until the user selects another one with the arrow keys. */
export const useFirstChosen = (store: Store, text: string) => {
  const movedIn = useRef('')
  useEffect(() => {
    if (movedIn.current !== text) chooseFirst(store)
  })
  return ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') movedIn.current = text
  }
}
