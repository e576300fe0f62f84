const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** Rows of which only those in sight are drawn. */
interface Drawn {
  count: number
  /** Scrolls a row into sight, which draws it. */
  show: (index: number) => void
}

const focusable = 'a, button, input[type=checkbox]'

const placeIn = (row: Element, cellIndex: number) =>
  row.querySelector(`:scope > td:nth-child(${cellIndex + 1})`)?.querySelector<HTMLElement>(focusable) ?? null

/** Links and buttons in the same place of every row. */
const placesLike = (body: HTMLTableSectionElement, cell: HTMLTableCellElement) =>
  [...body.querySelectorAll(':scope > tr')].map((row) => placeIn(row, cell.cellIndex)).filter((place) => place !== null)

const isWanted = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('a, button:not([aria-haspopup]), input[type=checkbox]')

const indexOf = (key: string, now: number, count: number): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, now + step))
}

/** The browser alone would move the page to put it into the middle. */
const goTo = (place: HTMLElement) => {
  place.focus({ preventScroll: true })
  place.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

/** The row may be drawn only after it was scrolled to: the focus follows as soon as it is there. */
const focusWhenDrawn = (body: HTMLTableSectionElement, index: number, cellIndex: number) => {
  const find = () => {
    const row = body.querySelector(`:scope > tr[data-index="${index}"]`)
    return row ? placeIn(row, cellIndex) : null
  }
  const place = find()
  if (place) {
    goTo(place)
    return
  }
  const observer = new MutationObserver(() => {
    const drawn = find()
    if (!drawn) return
    observer.disconnect()
    goTo(drawn)
  })
  observer.observe(body, { childList: true })
}

const moveAmongDrawn = (body: HTMLTableSectionElement, cell: HTMLTableCellElement, key: string): boolean => {
  const places = placesLike(body, cell)
  const now = places.findIndex((place) => cell.contains(place))
  const next = places[indexOf(key, now, places.length) ?? now]
  if (!next || cell.contains(next)) return false
  goTo(next)
  return true
}

const moveAmongAll = (
  body: HTMLTableSectionElement,
  cell: HTMLTableCellElement,
  key: string,
  { count, show }: Drawn,
): boolean => {
  const now = Number(cell.closest('tr')?.dataset['index'])
  const next = indexOf(key, now, count)
  if (next === undefined || next === now) return false
  show(next)
  focusWhenDrawn(body, next, cell.cellIndex)
  return true
}

/**
 * For the `ref` of a table's body: up, down, page and end keys lead from what has the focus in a row to the same place in another one.
 * A menu keeps its keys.
 */
export const listenToKeys = (drawn?: Drawn) => (body: HTMLTableSectionElement) => {
  const move = (event: KeyboardEvent) => {
    const cell = isWanted(event.target) ? event.target.closest('td') : null
    if (!cell) return
    const hasMoved = drawn ? moveAmongAll(body, cell, event.key, drawn) : moveAmongDrawn(body, cell, event.key)
    if (hasMoved) event.preventDefault()
  }
  body.addEventListener('keydown', move)
  return () => body.removeEventListener('keydown', move)
}
