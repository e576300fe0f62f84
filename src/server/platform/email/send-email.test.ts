import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { listEmails, showEmail } from '#contract/outbox.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { smtpRefusal, startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { eventually, startWorld } from '#server/testing/world.ts'
import { newId } from '../ids.ts'
import { startQueue, type Queue } from '../jobs/queue.ts'
import { createLog } from '../log.ts'
import { createSendEmail, mailJobs, type SendEmail } from './send-email.ts'
import { selectEmails } from './queries.ts'
import { renderEmail } from './render.ts'

const logged: string[] = []
const log = createLog({ level: 'trace' }, { write: (line) => void logged.push(line) })
let store: TestDatabase
let mail: MailServer
beforeAll(async () => {
  store = await testDatabase()
})
beforeEach(async () => {
  mail = await startMailServer()
})
afterEach(() => mail.close())
afterAll(() => store.close())

const startWorker = async (
  settings: { alone?: boolean; smtp?: boolean; work?: boolean } = {},
): Promise<{ queue: Queue; post: SendEmail }> => {
  const { alone = false, smtp = true, work = true } = settings
  const jobs = mailJobs(store.database, smtp ? mail.url : undefined)
  const queue = await startQueue({ location: store.location, log, jobs, work, alone })
  onTestFinished(async () => {
    await queue.stop()
    await forgetDeliveries()
  })
  return { queue, post: createSendEmail(() => queue, 'Tributary <no-reply@tributary.example.com>') }
}

const emailTo = (to: string) => ({
  to,
  subject: 'Your code',
  ...renderEmail({ heading: 'Welcome', paragraphs: ['Type this <code> over.'], code: '314159' }),
})
const hand = (post: SendEmail, to: string) => store.database.asSystem('test: write a letter', (tx) => post(tx, emailTo(to)))
const letterOf = (to: string) =>
  store.database.asSystem('test: look at a letter', (tx) =>
    tx.selectFrom('platform.email').selectAll().where('to_address', '=', to).executeTakeFirstOrThrow(),
  )
const isSent = (to: string) => eventually(async () => ((await letterOf(to)).state === 'sent' ? letterOf(to) : undefined))
/** The pauses between attempts are long; the test skips them. */
const hurry = () =>
  store.database.asSystem('test: do not wait', (tx) =>
    sql`update pgboss.job set start_after = now() where name = 'mail.deliver' and state = 'retry'`.execute(tx),
  )
/** Emails that one test left for a retry are not delivered to the mail server of the next. */
const forgetDeliveries = () =>
  store.database.asSystem('test: forget deliveries', (tx) => sql`delete from pgboss.job where name = 'mail.deliver'`.execute(tx))
const messageIdOf = (email: string | undefined) => /^Message-ID: (\S+)/im.exec(email ?? '')?.[1]

describe('An email', () => {
  it('arrives once, as text and as HTML, under its own id', async () => {
    const { post } = await startWorker()
    await hand(post, 'Maya@Harbor.example.com')
    const { id } = await isSent('maya@harbor.example.com')
    expect(mail.taken).toHaveLength(1)
    const [email = ''] = mail.taken
    expect(messageIdOf(email)).toBe(`<${id}@tributary.example.com>`)
    expect(email).toMatch(/^To: maya@harbor\.example\.com$/im)
    expect(email).toMatch(/^From: Tributary <no-reply@tributary\.example\.com>$/im)
    expect(email).toMatch(/^Content-Type: multipart\/alternative/im)
    expect(email).toContain('text/plain')
    expect(email).toContain('text/html')
    expect(email).toContain('314159')
    expect(email).toContain('&lt;code&gt;')
  })

  it('leaves no copy of its content behind once it was delivered', async () => {
    const { post } = await startWorker()
    await hand(post, 'ana@example.com')
    expect(await isSent('ana@example.com')).toMatchObject({ body_text: '', body_html: '', problem: null, attempts: 1 })
  })

  it('without a recipient is queued like any other, never delivered or shown, and discarded', async () => {
    for (const smtp of [true, false]) {
      const { post, queue } = await startWorker({ work: false })
      await hand(post, '')
      const nobodys = () =>
        store.database.asSystem('test: look', (tx) =>
          sql<{ queued: boolean }>`select exists (select from pgboss.job where data ->> 'letterId' = l.id::text) as queued
            from platform.email l where to_address = ''`.execute(tx),
        )
      expect((await nobodys()).rows).toEqual([{ queued: true }])
      await queue.stop()
      const worker = await startWorker({ smtp })
      await eventually(async () => ((await nobodys()).rows.length === 0 ? true : undefined))
      await worker.queue.stop()
    }
    expect(mail.taken).toEqual([])
    const { items } = await store.database.asSystem('test: the outbox', (tx) =>
      selectEmails(tx, { to: undefined, skip: 0, limit: 100 }),
    )
    expect(items.filter(({ to_address: to }) => to === '')).toEqual([])
  })

  it('is not sent when its transaction was rolled back', async () => {
    const { post } = await startWorker()
    const failed = store.database.asSystem('test', async (tx) => {
      await post(tx, emailTo('nobody@example.com'))
      throw new Error('changed its mind')
    })
    await expect(failed).rejects.toThrow('changed its mind')
    await hand(post, 'somebody@example.com')
    await isSent('somebody@example.com')
    expect(mail.taken.map((email) => /^To: (\S+)/im.exec(email)?.[1])).toEqual(['somebody@example.com'])
  })

  it('can be enqueued by a request, which cannot read it', async () => {
    const { post } = await startWorker()
    const clientId = newId()
    await store.database.inClient(clientId, (tx) => post(tx, { ...emailTo('ben@example.com'), clientId }))
    expect((await isSent('ben@example.com')).client_id).toBe(clientId)
    const reading = store.database.inClient(clientId, (tx) => tx.selectFrom('platform.email').selectAll().execute())
    await expect(reading).rejects.toThrow(/permission denied/)
  })
})

describe('A mail server with failures', () => {
  it('gets the same email again later', async () => {
    let refusals = 0
    mail.beforeTaking = () => {
      refusals += 1
      if (refusals === 1) throw smtpRefusal(451, 'Try again later')
    }
    const { post } = await startWorker()
    await hand(post, 'zoe@example.com')
    const waiting = await eventually(async () => {
      const email = await letterOf('zoe@example.com')
      return email.problem === null ? undefined : email
    })
    expect(waiting).toMatchObject({ state: 'failed', problem: expect.stringContaining('Try again later') })
    expect(waiting.body_text).toContain('314159')
    await eventually(async () => ((await hurry()).numAffectedRows ? true : undefined))
    expect(await isSent('zoe@example.com')).toMatchObject({ attempts: 2, problem: null })
    expect(mail.taken).toHaveLength(1)
  })

  it('does not make us log recipients', async () => {
    mail.beforeTaking = () => {
      throw smtpRefusal(550, '5.1.1 <eve@secret.example.com>: no such person')
    }
    const { post } = await startWorker()
    await hand(post, 'eve@secret.example.com')
    await eventually(async () => (logged.some((line) => line.includes('no such person')) ? true : undefined))
    expect(logged.join('')).not.toContain('@secret.example.com')
  })

  it('gets it a second time under the same id, if the worker died after the delivery and before that was recorded', async () => {
    const { post } = await startWorker({ work: false })
    const program = `
      import { pino } from 'pino'
      import { createDatabase } from ${JSON.stringify(join(import.meta.dirname, '../db/scope.ts'))}
      import { startQueue } from ${JSON.stringify(join(import.meta.dirname, '../jobs/queue.ts'))}
      import { mailJobs } from ${JSON.stringify(join(import.meta.dirname, 'send-email.ts'))}
      const location = ${JSON.stringify(store.location)}
      const log = pino({ level: 'silent' })
      await startQueue({ location, log, jobs: mailJobs(createDatabase(location, log), ${JSON.stringify(mail.url)}), work: true, alone: false })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    mail.beforeTaking = () => void child.kill('SIGKILL')
    const gone = new Promise((resolve) => child.once('exit', resolve))
    await hand(post, 'kim@example.com')
    await gone
    expect((await letterOf('kim@example.com')).state).toBe('sending')
    mail.beforeTaking = () => {}
    await startWorker({ alone: true })
    const { id } = await isSent('kim@example.com')
    expect(mail.taken.map(messageIdOf)).toEqual([`<${id}@tributary.example.com>`, `<${id}@tributary.example.com>`])
  })
})

describe('An installation without a mail server', () => {
  it('shows its emails in the outbox, newest first, by recipient and with their own styles', async () => {
    const world = await startWorld()
    onTestFinished(() => world.close())
    const maya = await world.signUp({ company: 'Harbor Light' })
    await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    const all = await world.call(listEmails)
    expect([all.status, all.body.total]).toEqual([200, 2])
    const times = all.body.items.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const hers = await world.call(listEmails, { query: { to: maya.email.toUpperCase() } })
    expect(hers.body.items.map(({ to }) => to)).toEqual([maya.email])
    expect((await world.call(listEmails, { query: { skip: 1, limit: 1 } })).body).toMatchObject({
      total: 2,
      items: [{ to: maya.email }],
    })
    const page = await fetch(`${world.url}/agencies-api/outbox/letters/${hers.body.items[0]?.id}/html`)
    expect(await page.text()).toContain('<!doctype html>')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await world.call(showEmail, { params: { id: newId() } })).status).toBe(404)
  })
})

describe('An installation with a mail server', () => {
  it('sends its emails there and has no outbox', async () => {
    const world = await startWorld({ env: { SMTP_URL: mail.url } })
    onTestFinished(() => world.close())
    const email = 'maya@harbor.example.com'
    const UserAttributes = [{ Name: 'email', Value: email }]
    await world.idp('SignUp', { Username: email, Password: 'river-stone-7', UserAttributes })
    await eventually(async () => mail.taken.find((sent) => sent.includes(email)))
    const [list, one] = [await world.call(listEmails), await world.call(showEmail, { params: { id: newId() } })]
    expect([list.status, one.status]).toEqual([404, 404])
    expect(list.error.detail).toContain('it has no outbox')
  })
})
