import type { Letter } from '#contract/outbox.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { selectLetter, selectLetters } from '#server/platform/email/queries.ts'

type LetterTableRow = NonNullable<Awaited<ReturnType<typeof selectLetter>>>

const toLetter = (row: LetterTableRow): Letter => ({
  id: row.id,
  to: row.to_address,
  from: row.from_address,
  subject: row.subject,
  text: row.body_text,
  createdAt: row.created_at.toISOString(),
})

/** The letters of an installation without a mail server; there is no outbox where letters are really sent. */
export interface Outbox {
  list(page: { to?: string | undefined; skip: number; limit: number }): Promise<{ items: Letter[]; total: number }>
  html(id: string): Promise<string>
}

export const createOutbox = (database: Database, isOpen: boolean): Outbox => {
  const read = <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen)
      throw new AppError('NOT_FOUND', { detail: 'This installation sends emails through a mail server, so it has no outbox.' })
    return work()
  }
  return {
    list: ({ to, skip, limit }) =>
      read(async () => {
        const { items, total } = await database.asSystem('outbox: show letters', (tx) => selectLetters(tx, { to, skip, limit }))
        return { items: items.map(toLetter), total }
      }),
    html: (id) =>
      read(async () => {
        const row = await database.asSystem('outbox: show a letter', (tx) => selectLetter(tx, id))
        if (!row) throw new AppError('NOT_FOUND')
        return row.body_html
      }),
  }
}
