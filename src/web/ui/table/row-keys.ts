const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Links and buttons in the same place of every row. */
const placesLike = (body: HTMLTableSectionElement, cell: HTMLTableCellElement) =>
  [...body.querySelectorAll(`:scope > tr > td:nth-child(${cell.cellIndex + 1})`)]
    .map((place) => place.querySelector<HTMLElement>('a, button'))
    .filter((place) => place !== null)

/** Up and down lead from what has the focus in a row to the same place in the next one. A menu keeps its keys. */
export const listenToArrows = (body: HTMLTableSectionElement) => {
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const from = event.target instanceof Element && event.target.matches('a, button:not([aria-haspopup])') ? event.target : null
    const cell = from?.closest('td')
    if (!step || !cell) return
    const places = placesLike(body, cell)
    const next = places[places.findIndex((place) => cell.contains(place)) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  body.addEventListener('keydown', move)
  return () => body.removeEventListener('keydown', move)
}
