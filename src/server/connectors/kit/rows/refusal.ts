import type { RejectCode } from '../records.ts'
import type { Column } from './columns.ts'

/** Why a row, or a part of it, cannot be saved. */
export class RowRefusal extends Error {
  readonly code: RejectCode
  /** The columns that it is about; the text continues after the name of the first. */
  readonly columns: readonly Column[]
  constructor(code: RejectCode, columns: readonly Column[], text: string) {
    super(text)
    this.code = code
    this.columns = columns
  }
}

const valueMax = 60

/** The value of a cell. Only cell values use these quotation marks, so that they can be masked. */
export const quoted = (cell: unknown): string => {
  const text = String(cell).trim().replaceAll(/[“”]/g, '"')
  return `“${text.length > valueMax ? `${text.slice(0, valueMax)}…` : text}”`
}
