// The value of a cell and how it is shown.

/** A date is a number that is shown as one: days since the end of 1899. */
export type Cell = string | number | boolean | null | { serial: number; hasTime: boolean }

export interface Rendering {
  value: string
  date: string
}

const epoch = Date.UTC(1899, 11, 30)
const day = 86_400_000

/** A cell with the date of an instant, in UTC. */
export const dateCell = (at: Date): Cell => ({ serial: (Math.floor(at.getTime() / 1000) * 1000 - epoch) / day, hasTime: true })

export const dateOfCell = (serial: number): Date => new Date(Math.round((epoch + serial * day) / 1000) * 1000)

const two = (number: number): string => String(number).padStart(2, '0')

const shownDate = (serial: number, hasTime: boolean): string => {
  const date = dateOfCell(serial)
  const shown = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
  return hasTime ? `${shown} ${date.getUTCHours()}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}` : shown
}

export const renderCell = (cell: Cell | undefined, { value, date }: Rendering): string | number | boolean => {
  if (cell === null || cell === undefined) return ''
  const isFormatted = value === 'FORMATTED_VALUE'
  if (typeof cell === 'object')
    return isFormatted || date === 'FORMATTED_STRING' ? shownDate(cell.serial, cell.hasTime) : cell.serial
  if (!isFormatted) return cell
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

/** A typed text. ISO dates become dates, digits numbers, the rest stays text. */
const typedCell = (text: string): Cell => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { serial: (Date.parse(text) - epoch) / day, hasTime: false }
  if (/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text))
    return { serial: (Date.parse(`${text}Z`.replace(' ', 'T')) - epoch) / day, hasTime: true }
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text === '' ? null : text
}

export const cellOf = (value: unknown, isTyped: boolean): Cell => {
  if (typeof value === 'string') return isTyped ? typedCell(value) : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
