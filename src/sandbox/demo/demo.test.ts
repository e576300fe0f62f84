import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../kit/random.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { demoCompanies } from './companies.ts'
import { fillDemo } from './fill.ts'
import { demoAds } from './spend.ts'
import { storyOf, type Story } from './story.ts'
import { tick } from './ticker.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const day = 86_400_000
const goesOn = new AbortController().signal

const companyOf = (name: string) => {
  const company = demoCompanies.find((one) => one.name === name)
  if (!company) throw new Error(`There is no ${name}`)
  return company
}
const makeStory = (name: string): Story => storyOf(createRandom(20_250), companyOf(name), now)
const living = ({ deals }: Story) => deals.filter(({ removedAt }) => removedAt === null)
const ended = (story: Story, stage: 'won' | 'lost'): number =>
  living(story).filter(({ path }) => path.at(-1)?.stage === stage).length

const open = async (folder?: string): Promise<Sandbox> => {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, ...(folder === undefined ? {} : { folder }) })
  onTestFinished(() => sandbox.close())
  return sandbox
}
const accountsIn = ({ store, installed }: Sandbox): string[] =>
  installed.flatMap(({ vendor }) => store.accounts(vendor.prefix).map(({ name }) => name))
const crmOf = ({ installed }: Sandbox, vendor: string) => {
  const crm = installed.find((one) => one.vendor.prefix === vendor)?.admin.crm
  if (!crm) throw new Error(`${vendor} has no people`)
  return crm
}
const countsIn = (sandbox: Sandbox) => demoCompanies.map(({ vendor, id }) => crmOf(sandbox, vendor).counts(id))

describe('The history of a company', () => {
  it('is the same for the same seed', () => {
    expect(makeStory('Helio Solar')).toEqual(makeStory('Helio Solar'))
  })

  it.each([
    ['Brightsmile Dental', 6485, 4077, 1046],
    ['Helio Solar', 2642, 1472, 257],
    ['Lumen Law', 2019, 993, 286],
    ['Cedar Home Care', 1618, 874, 263],
    ['Atlas Roofing leads', 1065, 695, 189],
  ])('%s has about the expected leads, opportunities and customers', (name, leads, opportunities, won) => {
    const story = makeStory(name)
    expect(story.people).toHaveLength(leads)
    expect(Math.abs(living(story).length / opportunities - 1)).toBeLessThan(0.08)
    expect(Math.abs(ended(story, 'won') / won - 1)).toBeLessThan(0.15)
  })

  it('ends now, begins eighteen months ago, and contains all kinds of stage changes', () => {
    const story = makeStory('Brightsmile Dental')
    expect(story.people.at(-1)?.createdAt).toBe(now)
    const first = story.people[0]?.createdAt ?? 0
    expect([first > Date.parse('2025-05-01'), first < Date.parse('2025-05-05')]).toEqual([true, true])
    const times = story.deals.flatMap(({ path }) => path.map(({ at }) => at))
    expect(times.every((at) => at < now)).toBe(true)
    const isClosed = (stage: unknown) => stage === 'won' || stage === 'lost'
    const has = (isSo: (path: Story['deals'][number]['path']) => boolean) => story.deals.some(({ path }) => isSo(path))
    // Reopened, a step back, a skipped stage.
    expect(has((path) => path.slice(0, -1).some(({ stage }) => isClosed(stage)))).toBe(true)
    expect(has((path) => path.some(({ stage }, index) => Number(stage) < Number(path[index - 1]?.stage)))).toBe(true)
    expect(has((path) => path.some(({ stage }, index) => Number(stage) > Number(path[index - 1]?.stage) + 1))).toBe(true)
    expect(has((path) => !isClosed(path.at(-1)?.stage) && (path.at(-1)?.at ?? now) < now - 90 * day)).toBe(true)
    expect(story.deals.some(({ amount }) => amount === null)).toBe(true)
    expect(story.deals.some(({ removedAt }) => removedAt !== null)).toBe(true)
  })

  it('has groups of two to four contacts in companies that buy equipment', () => {
    const sizes = new Set(makeStory('Forge & Field').deals.map(({ people }) => people.length))
    expect([...sizes]).toEqual(expect.arrayContaining([2, 3, 4]))
  })

  it('contains no real people', () => {
    for (const { email, phone } of makeStory('Cedar Home Care').people) {
      expect(email).toMatch(/@example\.(com|org|net)$/)
      expect(phone).toMatch(/ 555 01\d\d$/)
    }
  })
})

describe('Filling the demo', () => {
  it('continues where it was stopped, and is done once: the next start finds everything as it was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-demo-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const all = [...demoCompanies, ...demoAds].map(({ name }) => name).toSorted()
    const sandbox = await open(folder)
    const stopping = new AbortController()
    const moving = fillDemo({ ...sandbox, now, signal: stopping.signal })
    while (accountsIn(sandbox).length === 0) await breathe()
    stopping.abort()
    await moving
    const first = accountsIn(sandbox)
    expect([first.length > 0, first.length < all.length]).toEqual([true, true])

    const second = await open(folder)
    await fillDemo({ ...second, now, signal: goesOn })
    expect(accountsIn(second).toSorted()).toEqual(all)
    const before = countsIn(second)
    await fillDemo({ ...second, now: now + day, signal: goesOn })
    expect(countsIn(second)).toEqual(before)
    const ads = second.installed.find(({ vendor }) => vendor.prefix === 'facebook')?.admin.ads
    const [business] = ads?.businesses(demoAds[0]?.id ?? '') ?? []
    expect(business?.adAccounts[0]?.days).toBeGreaterThan(540)
  })
})

describe('The ticker', () => {
  it('changes one company after the other', async () => {
    const sandbox = await open()
    const company = companyOf('Brightsmile Dental')
    const { id, name, pipelines } = company
    sandbox.installed.find(({ vendor }) => vendor.prefix === company.vendor)?.admin.createAccount({ id, name, pipelines })
    const random = createRandom(7)
    for (let count = 0; count < 200; count += 1) tick(sandbox, random, now)
    const crm = crmOf(sandbox, company.vendor)
    expect(crm.counts(id).people).toBeGreaterThan(3)
    expect(crm.deals(id, 100).some(({ detail }) => detail !== pipelines[0]?.stages[0])).toBe(true)
  })
})
