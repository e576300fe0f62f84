// Where a field comes from: the first of the deliveries, from the newest back, in which it already had the value that it has.

interface Delivered {
  run_id: string
  payload: string
  received_at: Date
}

export interface FieldOrigin {
  field: string
  value: string | null
  path: string | null
  raw: string | null
  run_id: string | null
  since: string | null
}

export const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => textOf(one) ?? '').join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Vendors also send fields as a list of pairs: `[{ id, value }]`. */
const memberOf = (list: readonly unknown[], name: string): unknown => {
  if (/^\d+$/.test(name) && list[Number(name)] !== undefined) return list[Number(name)]
  const pair = list.find((one) => {
    const { id, field } = (one ?? {}) as { id?: unknown; field?: unknown }
    return id === name || field === name
  }) as { value?: unknown; fieldValue?: unknown } | undefined
  return pair?.value ?? pair?.fieldValue
}

/** `properties.email` in what came over the wire; in a list the place of one or the name of a pair. */
export const valueAt = (payload: unknown, path: string): unknown => {
  let value = payload
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined
    value = Array.isArray(value) ? memberOf(value, name) : (value as Record<string, unknown>)[name]
  }
  return value
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `deliveries` newest first. */
export const originsFrom = (
  deliveries: readonly Delivered[],
  { values, paths }: { values: ReadonlyMap<string, unknown>; paths: Readonly<Record<string, string>> },
): FieldOrigin[] => {
  const opened = deliveries.map(({ payload, ...rest }) => ({ ...rest, payload: parsed(payload) }))
  return [...values].map(([field, value]) => {
    const path = paths[field] ?? null
    if (path === null) return { field, value: textOf(value), path, raw: null, run_id: null, since: null }
    const raws = opened.map((delivery) => textOf(valueAt(delivery.payload, path)))
    const raw = raws[0] ?? null
    const changed = raws.findIndex((one) => one !== raw)
    const brought = opened[(changed === -1 ? raws.length : changed) - 1]
    return {
      field,
      value: textOf(value),
      path,
      raw,
      run_id: brought?.run_id ?? null,
      since: brought?.received_at.toISOString() ?? null,
    }
  })
}
