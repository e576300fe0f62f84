// Writes by users and programs. The sandbox's token may write, like the user's own screen.
import { z } from 'zod'
import { AirtableError } from './errors.ts'
import { newId, sentRecord, type Bases, type BaseTable, type Cells } from './state.ts'

const fields = z.record(z.string(), z.unknown())
const body = z.union([
  z.looseObject({ records: z.array(z.looseObject({ id: z.string().optional(), fields })).max(10) }),
  z.looseObject({ fields }).transform((one) => ({ records: [{ fields: one.fields }] })),
])

const entriesOf = (raw: unknown): { id?: string | undefined; fields: Cells }[] => {
  const parsed = body.safeParse(raw)
  if (parsed.success) return parsed.data.records
  throw new AirtableError(
    422,
    'INVALID_REQUEST_UNKNOWN',
    'Invalid request: parameter validation failed. Check your request data.',
  )
}

const cellsOf = (table: BaseTable, input: Cells): Cells =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const field = table.fields.find(({ id, name }) => id === key || name === key)
      if (!field) throw new AirtableError(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${key}"`)
      return [field.id, value]
    }),
  )

const missing = (): AirtableError => new AirtableError(404, 'NOT_FOUND')

export const createEdits = (bases: Bases) => {
  const read = (base: string, table: BaseTable, id: string) => {
    const stored = bases.get(base, table.id, id)
    if (!stored) throw missing()
    return sentRecord(stored, table, { byId: false, only: null })
  }
  return {
    read,
    create: (base: string, table: BaseTable, raw: unknown) =>
      entriesOf(raw).map((entry) => {
        const id = newId('rec')
        bases.put(base, table.id, { id, cells: cellsOf(table, entry.fields), at: Date.now() })
        return read(base, table, id)
      }),
    change: (base: string, table: BaseTable, raw: unknown, only?: string) =>
      entriesOf(raw).map((entry) => {
        const id = only ?? entry.id ?? ''
        const stored = bases.get(base, table.id, id)
        if (!stored) throw missing()
        const cells = { ...(JSON.parse(stored.body) as Cells), ...cellsOf(table, entry.fields) }
        bases.put(base, table.id, { id, cells, at: Date.now() })
        return read(base, table, id)
      }),
    remove: (base: string, table: BaseTable, ids: readonly string[]) =>
      ids.map((id) => {
        read(base, table, id)
        bases.remove(base, table.id, id)
        return { id, deleted: true }
      }),
  }
}
