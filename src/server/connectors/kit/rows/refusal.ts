import type { RejectCode } from '../records.ts'
import type { Column } from './columns.ts'

/** Why a row, or a part of it, cannot be taken. */
export class RowRefusal extends Error {
  readonly code: RejectCode
  /** The columns that it is about; the text goes on from the name of the first. */
  readonly columns: readonly Column[]
  constructor(code: RejectCode, columns: readonly Column[], text: string) {
    super(text)
    this.code = code
    this.columns = columns
  }
}

const valueMax = 60

/** What stands in a cell. These quotation marks hold nothing else: where it may not be read, they are emptied. */
export const quoted = (cell: unknown): string => {
  const text = String(cell).trim().replaceAll(/[“”]/g, '"')
  return `“${text.length > valueMax ? `${text.slice(0, valueMax)}…` : text}”`
}
