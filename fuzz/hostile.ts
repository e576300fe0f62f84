// Hostile texts in every field that takes a text, and in what vendors send: stored as they are or refused, and executed
// by nothing.
import { allRoutes } from '#contract/all-routes.ts'
import type { Route } from '#contract/kit/route.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { embeddedPool } from '#server/embedded-pool.ts'
import { eventually } from '#server/testing/world.ts'
import { beginRound, diceOf, mayGoOn, sendAll, somewhere, type Stage } from './campaign.ts'
import { createTexts, textsIn, type Texts } from './hostile-texts.ts'
import { unsafeCsv, unsafeEmail, unsafeLogLine } from './outputs.ts'
import { attemptFor, partsFor } from './requests.ts'
import type { Answer, Attempt } from './send.ts'
import type { Supply } from './shapes.ts'
import { createTally, report, type Tally } from './tally.ts'
import type { Actor, FuzzClient } from './clients.ts'
import { connectHostile, inspectStored } from './vendor-texts.ts'

const perRound = 60

const isRead = ({ method }: Route): boolean => method === 'GET'

/** Ids and keys are valid, texts are hostile. */
const supplyOf =
  ({ things }: Stage, tenant: FuzzClient, how: { random: Random; texts: Texts | undefined }): Supply =>
  (field) => {
    const { random, texts } = how
    const named = things.named(tenant, field)
    const isDoor = /(^|_)id$|Id$|email|^companies$|^type$|zone|currency/i.test(field)
    if (texts && !isDoor && random.chance(0.8)) return texts.next(random)
    return named.length === 0 ? undefined : random.pick(named)
  }

interface Round {
  stage: Stage
  tally: Tally
  texts: Texts
  random: Random
  actor: Actor
}

const attemptsOf = ({ stage, texts, random, actor }: Round, routes: readonly Route[], isHostile: boolean): Attempt[] => {
  const tenant = actor.tenant ?? random.pick(stage.cast.tenants)
  const supply = supplyOf(stage, tenant, { random, texts: isHostile ? texts : undefined })
  return routes.map((route) => ({
    ...attemptFor(route, actor, partsFor(route, supply, random), random),
    how: isHostile ? 'with hostile texts' : 'reading them back',
  }))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const inspect = ({ tally, texts }: Round, attempt: Attempt, answer: Answer): void => {
  if (answer.status >= 400) return
  const type = answer.headers['content-type'] ?? ''
  const unsafe = type.startsWith('text/csv') ? unsafeCsv(answer.text) : []
  for (const what of unsafe) report(tally, { kind: 'unsafe', what, attempt, answer })
  if (!type.startsWith('application/json')) return
  for (const text of textsIn(parsed(answer.text))) {
    const what = texts.altered(text)
    if (what !== undefined) report(tally, { kind: 'unsafe', what, attempt, answer })
  }
}

/** A sign-up under such a name: the email goes to that user. */
const signUp = ({ texts, random }: Round, number: number): Attempt => {
  const email = `hostile${number}@example.com`
  const attributes = {
    email,
    given_name: texts.next(random),
    family_name: texts.next(random),
    'custom:companyName': texts.next(random),
    'custom:env': 'prod',
  }
  const body = {
    ClientId: embeddedPool.clientId,
    Username: email,
    Password: 'river-stone-7',
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  }
  return {
    route: 'pool SignUp',
    how: 'with hostile texts',
    who: 'nobody',
    method: 'POST',
    path: '/idp',
    headers: {
      'x-forwarded-for': somewhere(random),
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
    },
    body: JSON.stringify(body),
    isValid: false,
  }
}

/** Waits until all queued emails were sent to the mail server. */
const untilCarriedOut = ({ ground }: Stage): Promise<true> =>
  eventually(async () => {
    const [row] = await ground.ask<{ n: number }>(
      `select count(*)::int as n from platform.email where state in ('waiting', 'sending')`,
    )
    return row?.n === 0 ? true : undefined
  })

/** What needs a worker: synced sources, sent emails. */
const inspectLate = async (stage: Stage, tally: Tally): Promise<void> => {
  const { ground, mail, world, cast } = stage
  const actor = cast.actors.find(({ title }) => title.startsWith('owner'))
  if (!actor) return
  await beginRound(stage, [actor])
  // Jobs that belong to undone rounds.
  await ground.ask(`delete from pgboss.job where name <> 'mail.deliver'`)
  const texts = createTexts()
  const owner = await world.signIn(actor.email, actor.password)
  const connectedTexts = await connectHostile(stage, owner, { texts, random: diceOf(stage, 1_000_000) })
  const worker = await ground.open('worker', { env: { SMTP_URL: mail.url } })
  await inspectStored(owner, connectedTexts, { texts, tally })
  await untilCarriedOut(stage)
  await worker.close()
  tally.notes.push(`${texts.whole()} hostile texts arrived from ${connectedTexts.length} vendors as they were told`)
  inspectLog(stage, tally)
  inspectEmails(stage, tally)
}

const inspectEmails = ({ mail }: Stage, tally: Tally): void => {
  const emails = mail.taken.splice(0)
  if (emails.length === 0) report(tally, { kind: 'failure', what: 'no letter was carried out' })
  for (const email of emails)
    for (const what of unsafeEmail(email)) report(tally, { kind: 'unsafe', what: `a letter has ${what}` })
  tally.notes.push(`${emails.length} letters were read`)
}

const inspectLog = ({ ground }: Stage, tally: Tally): void => {
  for (const line of ground.takeLog()) {
    for (const what of unsafeLogLine(line)) report(tally, { kind: 'unsafe', what: `the log has ${what}` })
    if (/^\{"level":(50|60)/.test(line)) report(tally, { kind: 'failure', what: `logged ${line.slice(0, 1500)}` })
  }
}

/** What an injected statement would have done. */
const inspectTables = async ({ stage, tally, actor }: Round): Promise<void> => {
  const rows = await stage.ground.ask<{ client_id: string; name: string }>('select client_id, name from client')
  for (const { clientId, mark } of stage.cast.tenants) {
    if (actor.isStaff || actor.tenant?.clientId === clientId) continue
    const name = rows.find((row) => row.client_id === clientId)?.name
    if (name !== `${mark} Works`) report(tally, { kind: 'change', what: `the account ${mark} is called ${name}` })
  }
}

const actorsOf = ({ cast }: Stage): Actor[] => cast.actors.filter(({ title, isStaff }) => isStaff || title.startsWith('owner'))

export const hostile = async (stage: Stage): Promise<Tally> => {
  const tally = createTally('hostile')
  const actors = actorsOf(stage)
  let whole = 0
  const writing = allRoutes.filter((route) => !isRead(route))
  const reading = allRoutes.filter((route) => isRead(route))
  for (let number = 0; mayGoOn(stage, tally); number += 1) {
    const actor = actors[number % actors.length]
    if (!actor) break
    await beginRound(stage, [actor])
    const random = diceOf(stage, number)
    const round: Round = { stage, tally, texts: createTexts(), random, actor }
    const seen = (attempt: Attempt, answer: Answer): void => inspect(round, attempt, answer)
    const writes = attemptsOf(
      round,
      Array.from({ length: perRound }, () => random.pick(writing)),
      true,
    )
    await sendAll(stage, tally, [...writes, signUp(round, number)], seen)
    await sendAll(stage, tally, attemptsOf(round, reading, true), seen)
    await sendAll(stage, tally, attemptsOf(round, reading, false), seen)
    await inspectTables(round)
    whole += round.texts.whole()
    inspectLog(stage, tally)
  }
  await inspectLate(stage, tally).catch((error: unknown) => {
    report(tally, { kind: 'failure', what: `reading or sending broke off: ${String((error as Error).stack)}` })
  })
  tally.notes.push(`${whole} hostile texts came back as they were sent`)
  return tally
}
