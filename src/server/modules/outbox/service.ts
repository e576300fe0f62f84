import type { Email } from '#contract/outbox.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { selectEmail, selectEmails } from '#server/platform/email/queries.ts'

type EmailTableRow = NonNullable<Awaited<ReturnType<typeof selectEmail>>>

const toEmail = (row: EmailTableRow): Email => ({
  id: row.id,
  to: row.to_address,
  from: row.from_address,
  subject: row.subject,
  text: row.body_text,
  createdAt: row.created_at.toISOString(),
})

/** The emails of an installation without a mail server. There is no outbox if emails are really sent. */
export interface Outbox {
  list(page: { to?: string | undefined; skip: number; limit: number }): Promise<{ items: Email[]; total: number }>
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
        const { items, total } = await database.asSystem('outbox: show letters', (tx) => selectEmails(tx, { to, skip, limit }))
        return { items: items.map(toEmail), total }
      }),
    html: (id) =>
      read(async () => {
        const row = await database.asSystem('outbox: show a letter', (tx) => selectEmail(tx, id))
        if (!row) throw new AppError('NOT_FOUND')
        return row.body_html
      }),
  }
}
