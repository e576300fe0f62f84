// The few formulas that programs use: AND(…), {Field}='text', RECORD_ID()='rec…', IS_AFTER(LAST_MODIFIED_TIME(), '…').
import type { StoredRecord } from '../kit/store.ts'
import { AirtableError } from './errors.ts'
import type { BaseTable, Cells } from './state.ts'

export type Test = (record: StoredRecord) => boolean

const text = String.raw`'([^']*)'|"([^"]*)"`
const after = new RegExp(`^IS_AFTER\\(\\s*LAST_MODIFIED_TIME\\(\\)\\s*,\\s*(?:${text})\\s*\\)$`)
const equal = new RegExp(`^(?:\\{([^}]+)\\}|RECORD_ID\\(\\))\\s*=\\s*(?:${text})$`)

const invalid = (): AirtableError =>
  new AirtableError(
    422,
    'INVALID_FILTER_BY_FORMULA',
    'The formula for filtering records is invalid: please check your formula text.',
  )

/** Parts between commas that are not inside of brackets or quotes. */
const partsOf = (list: string): string[] => list.match(/(?:'[^']*'|"[^"]*"|\((?:[^()]|\([^()]*\))*\)|[^,'"()])+/g) ?? []

const equalTest = (found: RegExpExecArray, { fields }: BaseTable): Test => {
  const [, name] = found
  const expected = found[2] ?? found[3] ?? ''
  if (name === undefined) return ({ id }) => id === expected
  const field = fields.find((one) => one.name === name || one.id === name)
  if (!field) throw invalid()
  return ({ body }) => {
    const value = (JSON.parse(body) as Cells)[field.id] ?? ''
    return value === expected || (typeof value === 'number' && String(value) === expected)
  }
}

export const testOf = (formula: string, table: BaseTable): Test => {
  const trimmed = formula.trim()
  const all = /^AND\((.*)\)$/s.exec(trimmed)
  if (all) {
    const tests = partsOf(all[1] ?? '').map((part) => testOf(part, table))
    return (record) => tests.every((test) => test(record))
  }
  const since = after.exec(trimmed)
  if (since) {
    const at = Date.parse(since[1] ?? since[2] ?? '')
    return ({ modifiedAt }) => modifiedAt > at
  }
  const same = equal.exec(trimmed)
  if (!same) throw invalid()
  return equalTest(same, table)
}
