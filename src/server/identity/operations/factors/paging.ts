import { invalidParameter } from '../../wire/refusals.ts'

interface Entry {
  key: string
  createdAt: Date
}

const markOf = ({ createdAt, key }: Entry): string => `${createdAt.toISOString()} ${key}`

const readMark = (token: string): string => {
  const mark = Buffer.from(token, 'base64url').toString()
  if (!/^\d{4}-\d\d-\d\dT\S+Z \S+$/.test(mark)) throw invalidParameter('Invalid pagination token given.')
  return mark
}

/** One page of a list that is short enough to be read completely, in the order of creation. */
export const pageOf = <Row>(
  rows: readonly Row[],
  entryOf: (row: Row) => Entry,
  { limit, token }: { limit: number; token: string | undefined },
): { page: Row[]; next: string | undefined } => {
  const after = token === undefined ? '' : readMark(token)
  const rest = rows
    .map((row) => ({ row, mark: markOf(entryOf(row)) }))
    .filter(({ mark }) => mark > after)
    .toSorted((one, other) => (one.mark < other.mark ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = last && rest.length > limit ? Buffer.from(last.mark).toString('base64url') : undefined
  return { page: page.map(({ row }) => row), next }
}
