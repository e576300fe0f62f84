const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** A virtual list: only its visible rows are rendered. */
interface VirtualList {
  count: number
  /** Scrolls a row into view, which renders it. */
  show: (index: number) => void
}

const focusable = 'a, button, input[type=checkbox]'

const elementIn = (row: Element, cellIndex: number) =>
  row.querySelector(`:scope > td:nth-child(${cellIndex + 1})`)?.querySelector<HTMLElement>(focusable) ?? null

/** The links and buttons in the same column of every row. */
const elementsInColumnOf = (body: HTMLTableSectionElement, cell: HTMLTableCellElement) =>
  [...body.querySelectorAll(':scope > tr')].map((row) => elementIn(row, cell.cellIndex)).filter((element) => element !== null)

const movesFocus = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('a, button:not([aria-haspopup]), input[type=checkbox]')

const indexOf = (key: string, now: number, count: number): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, now + step))
}

/** The browser alone would scroll the element to the middle of the page. */
const focusRow = (element: HTMLElement) => {
  element.focus({ preventScroll: true })
  element.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

/** The row may render only after it was scrolled to: then it takes the focus as soon as it exists. */
const focusWhenDrawn = (body: HTMLTableSectionElement, index: number, cellIndex: number) => {
  const find = () => {
    const row = body.querySelector(`:scope > tr[data-index="${index}"]`)
    return row ? elementIn(row, cellIndex) : null
  }
  const element = find()
  if (element) {
    focusRow(element)
    return
  }
  const observer = new MutationObserver(() => {
    const drawn = find()
    if (!drawn) return
    observer.disconnect()
    focusRow(drawn)
  })
  observer.observe(body, { childList: true })
}

const moveAmongDrawn = (body: HTMLTableSectionElement, cell: HTMLTableCellElement, key: string): boolean => {
  const elements = elementsInColumnOf(body, cell)
  const now = elements.findIndex((element) => cell.contains(element))
  const next = elements[indexOf(key, now, elements.length) ?? now]
  if (!next || cell.contains(next)) return false
  focusRow(next)
  return true
}

const moveAmongAll = (
  body: HTMLTableSectionElement,
  cell: HTMLTableCellElement,
  key: string,
  { count, show }: VirtualList,
): boolean => {
  const now = Number(cell.closest('tr')?.dataset['index'])
  const next = indexOf(key, now, count)
  if (next === undefined || next === now) return false
  show(next)
  focusWhenDrawn(body, next, cell.cellIndex)
  return true
}

/**
 * For the `ref` of a table's body: up, down, page and end keys move the focus to the same column of another row.
 * Menus keep these keys for themselves.
 */
export const listenToKeys = (drawn?: VirtualList) => (body: HTMLTableSectionElement) => {
  const move = (event: KeyboardEvent) => {
    const cell = movesFocus(event.target) ? event.target.closest('td') : null
    if (!cell) return
    const hasMoved = drawn ? moveAmongAll(body, cell, event.key, drawn) : moveAmongDrawn(body, cell, event.key)
    if (hasMoved) event.preventDefault()
  }
  body.addEventListener('keydown', move)
  return () => body.removeEventListener('keydown', move)
}
