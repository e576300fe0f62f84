import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Database, Tx } from '../db/scope.ts'
import { newId } from '../ids.ts'
import { defineJob, handleJob, type BoundJob } from '../jobs/define-job.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Email } from './email.ts'
import { claimEmail, deleteEmail, deleteOldEmails, insertEmail, markProblem, markSent } from './queries.ts'

const deliverEmail = defineJob({
  name: 'mail.deliver',
  data: z.object({ letterId: z.uuid() }),
  retries: 8,
  retryDelay: 5,
  retryDelayMax: 3600,
})
const cleanEmails = defineJob({ name: 'mail.clean', data: z.object({}), retries: 2, retryDelay: 60 })

const keptDays = 30

/** Enqueues an email: it is stored and its delivery queued in the caller's own transaction. */
export type SendEmail = (tx: Tx, letter: Email) => Promise<void>

export const createSendEmail =
  (queue: () => Pick<Queue, 'enqueue'>, from: string): SendEmail =>
  async (tx, email) => {
    const id = newId()
    await insertEmail(tx, { ...email, to: email.to.toLowerCase(), id, from })
    await queue().enqueue(tx, deliverEmail, { letterId: id }, email.clientId === undefined ? {} : { clientId: email.clientId })
  }

type Carrier = (letter: { id: string; from: string; to: string; subject: string; text: string; html: string }) => Promise<void>

/** Over SMTP with the email's own id as Message-ID, so that the receiver recognizes a repetition after a crash. */
const smtpCarrier = (url: string): Carrier => {
  const transport = createTransport(url, { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 } as object)
  return async ({ id, ...email }) => {
    const domain = /@([^>\s]+)/.exec(email.from)?.[1] ?? 'localhost'
    await transport.sendMail({ ...email, messageId: `<${id}@${domain}>` })
  }
}

/** The worker's side: delivers emails, or leaves them in the outbox where the page shows them. */
export const mailJobs = (database: Database, smtpUrl: string | undefined): BoundJob[] => {
  const carry = smtpUrl === undefined ? undefined : smtpCarrier(smtpUrl)
  const deliver = async ({ letterId }: { letterId: string }): Promise<void> => {
    const email = await database.asSystem('mail: take a letter', (tx) => claimEmail(tx, letterId))
    if (!email) return
    if (email.to_address === '') return database.asSystem('mail: drop a letter to nobody', (tx) => deleteEmail(tx, letterId))
    try {
      const { id, from_address: from, to_address: to, subject, body_text: text, body_html: html } = email
      await carry?.({ id, from, to, subject, text, html })
    } catch (error) {
      await database.asSystem('mail: note a problem', (tx) => markProblem(tx, letterId, (error as Error).message))
      throw error
    }
    await database.asSystem('mail: note the delivery', (tx) => markSent(tx, letterId, carry === undefined))
  }
  const clean = () =>
    database.asSystem('mail: forget old letters', (tx) => deleteOldEmails(tx, new Date(Date.now() - keptDays * 86_400_000)))
  return [handleJob(deliverEmail, deliver), handleJob(cleanEmails, clean, '17 3 * * *')]
}
