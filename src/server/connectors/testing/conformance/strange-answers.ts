// All requests of a connector are recorded once, and then repeated with one of the answers in a strange form.
import { expect, it } from 'vitest'
import type { Outbound, OutboundRequest } from '#server/platform/outbound/send.ts'
import type { Connector } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import { ConnectorFailure } from '../../kit/failures.ts'
import { openAppSession, type SessionSettings } from '../../kit/calls/session.ts'
import { recordObjects, type Json, type Page } from '../../kit/records.ts'
import { openAccess, type Entry } from '../bench.ts'
import { all, keysOf, readEverything } from './reading.ts'
import { crmOf, type Source } from './source.ts'
import { strangeShapes, withStrangeRows } from './strange-shapes.ts'

interface Recorded {
  request: string
  /** Which of several equal requests it was. */
  turn: number
  status: number
  text: string
}

const requestOf = ({ method, url, body = '' }: OutboundRequest): string => `${method} ${url} ${body}`

/** The same request about another record is not repeated here. */
const kindOf = ({ request }: Recorded): string =>
  request.replaceAll(/\b(?=[\w-]*\d)[\w-]{6,}/g, '#').replaceAll(/\/\d+\//g, '/#/')

const onePerKind = (calls: readonly Recorded[]): Recorded[] => [
  ...new Map(calls.toReversed().map((call) => [kindOf(call), call])).values(),
]

const turnsIn = () => {
  const turns = new Map<string, number>()
  return (request: string): number => {
    const turn = turns.get(request) ?? 0
    turns.set(request, turn + 1)
    return turn
  }
}

const recorderOf = (outbound: Outbound): { outbound: Outbound; calls: Recorded[] } => {
  const calls: Recorded[] = []
  const turnOf = turnsIn()
  const send: Outbound['send'] = async (what) => {
    const answer = await outbound.send(what)
    const request = requestOf(what)
    calls.push({ request, turn: turnOf(request), status: answer.status, text: answer.text })
    return answer
  }
  return { outbound: { ...outbound, send }, calls }
}

/** No vendor is called: every answer is the recorded one, except one. */
const playerOf = (calls: readonly Recorded[], strange: Recorded | null): Outbound => {
  const known = new Map(calls.map((call) => [`${call.turn} ${call.request}`, call]))
  const turnOf = turnsIn()
  return {
    send: async (what) => {
      const request = requestOf(what)
      const turn = turnOf(request)
      const isStrange = strange !== null && strange.request === request && strange.turn === turn
      const answer = isStrange ? strange : known.get(`${turn} ${request}`)
      if (!answer) throw new Error(`Nobody asked that before: ${request}`)
      return { status: answer.status, headers: {}, text: answer.text }
    },
    close: async () => {},
  }
}

interface Visit {
  id: string
  entry: Entry
  /** What happens at the vendor between the first read and the next. */
  meanwhile: () => void
}

/** A login that reaches several accounts, none of which is chosen yet. */
const askAgency = async ({ connector }: Source, login: Session): Promise<Page[]> => {
  const [location] = (await connector.locations?.list(login)) ?? []
  if (!location) throw new Error(`${connector.manifest.name} names no location`)
  await connector.locations?.token?.ask({ ...login, account: { ...login.account, hubId: location.id } })
  return []
}

const requestChoices = async (connector: Connector, session: Session): Promise<void> => {
  await connector.tables?.list(session)
  await connector.adAccounts?.businesses(session)
  await connector.adAccounts?.list(session)
  await connector.webhook?.subscribe?.(session, 'https://tributary.example/hooks/known-to-nobody')
}

const compareEverything = async (connector: Connector, session: Session, since: Json | null): Promise<void> => {
  await connector.adAccounts?.countSpend?.(session, since, null)
  for (const object of recordObjects) {
    await connector.read?.count?.(session, object)
    await keysOf(connector, session, object)
  }
}

/** All requests of connecting, reading twice, counting, listing and renewing access. */
const askEverything = async (source: Source, sessionSettings: SessionSettings, visit: Visit): Promise<Page[]> => {
  const { connector, choose } = source
  const connected = await openAccess(sessionSettings, visit.entry)
  const { session, account, tokens } = choose(visit.id, connected)
  if (account.hubId === null) return askAgency(source, session)
  await requestChoices(connector, session)
  const first = await readEverything(connector, session)
  // Rejected records are reported: what follows from that is tested elsewhere.
  if (all(first.pages, 'rejected').length > 0) return [...first.pages]
  visit.meanwhile()
  const second = await readEverything(connector, session, first.watermarks)
  await compareEverything(connector, session, first.watermarks.get('spend') ?? null)
  const { auth } = connector
  if (auth.kind === 'oauth' && tokens.refreshToken !== null)
    await auth.renew?.(openAppSession(sessionSettings), tokens.refreshToken, account)
  return [...first.pages, ...second.pages]
}

const changeSomething = ({ bench }: Source, id: string): void => {
  if (!bench.vendor.admin.crm) return
  const crm = crmOf(bench)
  for (const { id: contact } of crm.people(id, 3)) crm.changePerson(id, contact, { city: 'Leeds' }, Date.now())
  for (const { id: deal } of crm.deals(id, 3)) crm.changeDeal(id, deal, { stage: 'won' }, Date.now())
  const [gone] = crm.people(id, 4).slice(-1)
  if (gone) crm.removePerson(id, gone.id, Date.now())
}

const recordOf = async (source: Source, id: string) => {
  const { bench } = source
  const entry = await bench.enter(id)
  const now = new Date()
  const recorder = recorderOf(bench.sessionSettings.outbound)
  const sessionSettings = { ...bench.sessionSettings, now: () => now }
  const visit = { id, entry, meanwhile: () => changeSomething(source, id) }
  await askEverything(source, { ...sessionSettings, outbound: recorder.outbound }, visit)
  const replay = (strange: Recorded | null): Promise<Page[]> =>
    askEverything(source, { ...sessionSettings, outbound: playerOf(recorder.calls, strange) }, { ...visit, meanwhile: () => {} })
  return { calls: onePerKind(recorder.calls.filter(({ status }) => status < 300)), replay }
}

const verdictOf = async (asking: Promise<Page[]>): Promise<string> => {
  try {
    const rejected = all(await asking, 'rejected')
    return rejected.length > 0 ? 'rejected' : 'accepted'
  } catch (error) {
    return error instanceof ConnectorFailure ? error.kind : String(error)
  }
}

/** Every kind of account that can be connected. */
const recordAll = async (source: Source) => {
  const { bench, open } = source
  const agency = bench.vendor.admin.agencies?.addAgency({ name: 'Harbor Agency', locations: [{ name: 'Harbor North' }] })
  const ids = [(await open('some')).id, ...(agency ? [agency.id] : [])]
  return Promise.all(ids.map((id) => recordOf(source, id)))
}

type Recording = Awaited<ReturnType<typeof recordOf>>

/** The wrong results of calls whose answer was changed in this way. */
const wrongVerdicts = async (
  { calls, replay }: Recording,
  shapeOf: (text: string) => string | null,
  right: readonly string[],
) => {
  const wrong: string[] = []
  for (const call of calls) {
    const text = shapeOf(call.text)
    const verdict = text === null ? null : await verdictOf(replay({ ...call, text }))
    if (verdict !== null && !right.includes(verdict)) wrong.push(`${verdict}: ${call.request.slice(0, 200)}`)
  }
  return wrong
}

export const describeStrangeAnswers = (source: () => Source): void => {
  it('treats no answer of a strange form as an empty one, for any call [SYNC-06]', async () => {
    for (const recording of await recordAll(source())) {
      expect(recording.calls.length).toBeGreaterThan(0)
      expect(await verdictOf(recording.replay(null))).toBe('accepted')
      for (const [name, shapeOf] of Object.entries(strangeShapes))
        expect({ [name]: await wrongVerdicts(recording, shapeOf, ['bad_answer']) }).toEqual({ [name]: [] })
    }
  })

  it('loses no row of a strange form silently, for any call [SYNC-06]', async () => {
    for (const recording of await recordAll(source()))
      expect(await wrongVerdicts(recording, withStrangeRows, ['bad_answer', 'rejected'])).toEqual([])
  })
}
