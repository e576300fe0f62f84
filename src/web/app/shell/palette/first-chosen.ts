// What the server finds arrives after the letters were typed, often above what was found at once.
// The palette keeps the row it chose then; Enter would open that one, though another stands first.
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

/** Keeps the first row chosen while rows arrive, until somebody goes to another by the arrows. */
export const useFirstChosen = (store: Store, text: string) => {
  const movedIn = useRef('')
  useEffect(() => {
    if (movedIn.current !== text) chooseFirst(store)
  })
  return ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') movedIn.current = text
  }
}
