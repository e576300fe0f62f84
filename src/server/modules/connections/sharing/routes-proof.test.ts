// What an agency reads through every call about contacts, compared with an evaluation of the criteria in plain TypeScript.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportContacts, getLineage, listContacts, type Contact } from '#contract/crm/records.ts'
import { emptyCriteria, typesOfData, type Criteria } from '#contract/criteria/criteria.ts'
import { catalogueFields } from '#contract/criteria/fields.ts'
import { eventually, startWorld, type World } from '#server/testing/world.ts'
import { pseudonymOf } from '../../criteria/model.ts'
import { diceOf, randomContact, randomCriteria, randomOpportunity } from '../../criteria/testing/random.ts'
import { readPlain } from '../../criteria/testing/read-plain.ts'
import { expectedOf, readRows } from '../../projection/testing/expected.ts'
import { membersOf, sharedBy } from '../../projection/testing/shares.ts'
import { approve, connectPair, saveDraft, saveInto, submitDraft, type Pair } from '../testing/pairs.ts'
import { selectVersion } from '../agreements/queries.ts'

const seed = Number(process.env['SEED'] ?? 31)
const dice = diceOf(seed)
/** 63 are 504 criteria, in about four minutes. */
const pairs = Number(process.env['PAIRS'] ?? 2)
const versions = 8

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

let addresses = 0

const ids = Array.from({ length: 25 }, (_, index) => `lead-${index}`)

const fill = (pair: Pair) =>
  saveInto(world, pair, {
    contacts: ids.map((id) => randomContact(dice, id)),
    opportunities: ids.map((id) => randomOpportunity(dice, `deal-${id}`, ids)),
  })

const randomShares = async ({ priya, criteria }: Pair): Promise<Criteria> => {
  const { contacts, opportunities } = await readPlain(world.database, priya.user.clientId, [])
  const known = {
    integrationIds: [criteria.integration_id],
    recordIds: [...contacts, ...opportunities].map(({ id }) => id),
    listIds: [],
  }
  return {
    ...randomCriteria(dice, emptyCriteria(criteria.integration_id), known),
    type_of_data: dice.of(typesOfData),
    fields: dice.some(catalogueFields, 9),
    allow_export: !dice.once(3),
    on_leave: 'remove',
  }
}

/** A random version that is accepted, by whoever has to accept it. Versions that are refused are replaced. */
const agreeOnSome = async (pair: Pair): Promise<Criteria> => {
  const { ana, priya, id } = pair
  for (;;) {
    const criteria = await randomShares(pair)
    const saved = await saveDraft(priya, id, criteria)
    if (saved.status !== 200) continue
    const sensitive = { sensitiveReason: 'Agreed by both.', everything: ana.user.client.name }
    const sent = await submitDraft(priya, id, saved.body.textHash, sensitive)
    if (sent.status !== 200) continue
    if (sent.body.state === 'SUBMITTED' || sent.body.pendingVersion !== null) await approve(ana, id, saved.body.textHash)
    return criteria
  }
}

const sharesFrom = ({ priya, id }: Pair): Promise<Date | null> =>
  world.database.asSystem('test: the version in force', async (tx) => {
    const ref = { clientId: priya.user.clientId, connectionId: id }
    const { version_in_force: version } = await tx
      .selectFrom('connection')
      .select('version_in_force')
      .where('client_id', '=', ref.clientId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return (await selectVersion(tx, ref, version ?? 0))?.shares_from ?? null
  })

type Read = Pick<Contact, 'id' | 'name' | 'email' | 'phone' | 'source'>

/** What the agency may read of each contact, by its own ids. */
const allowed = async (pair: Pair, criteria: Criteria): Promise<Read[]> => {
  const { database } = world
  const { clientId } = pair.priya.user
  const sharing = { clientId, exclusionTag: 'do-not-share', excludedIds: [], acceptedAt: await sharesFrom(pair) }
  const share = { connectionId: pair.id, agencyId: pair.ana.user.clientId, version: 1, criteria, sharing }
  const { ids: known } = await membersOf(database, share)
  const now = sharedBy(share, await readPlain(database, clientId, []))
  const { contacts } = expectedOf(await readRows(database, clientId), now, { criteria, known })
  if (criteria.type_of_data === 'COUNTS') return []
  return Object.entries(contacts)
    .map(([id, values]) => {
      const text = (column: string): string | null => (values[column] as string | undefined) ?? null
      const name = [text('first_name'), text('last_name')].filter(Boolean).join(' ') || pseudonymOf(id)
      return { id, name, email: text('email'), phone: text('phone'), source: text('source') }
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const listed = async ({ ana }: Pair): Promise<Read[]> =>
  (await ana.call(listContacts, { query: { size: 100 } })).body.items
    .map(({ id, name, email, phone, source }) => ({ id, name, email, phone, source }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))

/** Name, email, phone and source of each line, by id. A leading apostrophe protects spreadsheets. */
const exported = async ({ ana }: Pair): Promise<string[]> => {
  // Exports are limited by address.
  addresses += 1
  const address = `10.${Math.floor(addresses / 250)}.${addresses % 250}.1`
  const headers = { authorization: `Bearer ${ana.token}`, 'x-forwarded-for': address }
  const response = await fetch(`${world.url}/contacts-api${exportContacts.path}`, { headers })
  expect(response.status).toBe(200)
  const [header = '', ...lines] = (await response.text()).split('\r\n').filter(Boolean)
  const titles = cellsOf(header)
  return lines
    .map((line) => {
      const cells = cellsOf(line)
      const of = (title: string): string => (cells[titles.indexOf(title)] ?? '').replace(/^'/, '')
      return ['ID', 'Name', 'Email', 'Phone', 'Source'].map(of).join('|')
    })
    .toSorted()
}

it(`an agency reads exactly what random criteria share through lists, details, search and exports (SEED=${seed})`, async () => {
  let compared = 0
  for (let round = 0; round < pairs; round += 1) {
    const pair = await connectPair(world)
    await fill(pair)
    for (let version = 0; version < versions; version += 1) {
      const criteria = await agreeOnSome(pair)
      const expected = await eventually(async () => {
        const [may, does] = [await allowed(pair, criteria), await listed(pair)]
        return JSON.stringify(may) === JSON.stringify(does) ? may : undefined
      })
      for (const contact of expected.slice(0, 5)) {
        const { body } = await pair.ana.call(getLineage, { params: { id: contact.id } })
        expect({ criteria, shown: body.contact }).toMatchObject({ criteria, shown: contact })
        const found = await pair.ana.call(listContacts, { query: { search: contact.name } })
        expect(found.body.items.every(({ id }) => expected.some((one) => one.id === id))).toBe(true)
      }
      const lines = expected.map(({ id, name, email, phone, source }) =>
        [id, name, email, phone, source].map((cell) => cell ?? '').join('|'),
      )
      expect(await exported(pair)).toEqual(criteria.allow_export ? lines.toSorted() : [])
      compared += expected.length
      await fill(pair)
    }
  }
  expect(compared).toBeGreaterThan(50)
})
