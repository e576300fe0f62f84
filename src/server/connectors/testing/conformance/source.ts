// An account of a vendor with data, the same for CRMs, tables and ad platforms.
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { AdsAdmin, CrmAdmin, PlainContact } from '#sandbox/kit/vendor.ts'
import { streamsOf, type Connector, type Stream } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import { addDays } from '../../kit/day-windows.ts'
import type { Page } from '../../kit/records.ts'
import { startBench, type Bench, type Connected } from '../bench.ts'
import { all, idsOf } from './reading.ts'

export interface Opened extends Connected {
  /** The sandbox's id of the account. */
  id: string
}

export interface Source {
  connector: Connector
  bench: Bench
  oddField: keyof PlainContact
  /** The stream that all others depend on. */
  main: Stream
  keysIn: (pages: readonly Page[]) => string[]
  /** A new account, connected. */
  open: (size: 'empty' | 'some') => Promise<Opened>
  /** An account that takes several pages to read, connected again. It is shared by all tests, and none of them changes it. */
  openLarge: () => Promise<Opened>
  /** The same account for another process. */
  again: (id: string) => Promise<Opened>
  /** With the account that is to be read, if a login reaches several. */
  choose: (id: string, connected: Connected) => Opened
}

const hour = 3_600_000

export const crmOf = ({ vendor }: Bench): CrmAdmin => {
  const { crm } = vendor.admin
  if (!crm) throw new Error(`${vendor.vendor.name} has no people`)
  return crm
}

export const adsOf = ({ vendor }: Bench): AdsAdmin => {
  const { ads } = vendor.admin
  if (!ads) throw new Error(`${vendor.vendor.name} has no ads`)
  return ads
}

const streamOf = (connector: Connector, name: Stream['name']): Stream => {
  const stream = streamsOf(connector).find((one) => one.name === name)
  if (!stream) throw new Error(`${connector.manifest.name} brings no ${name}`)
  return stream
}

let number = 0

type Size = 'empty' | 'some' | 'several pages'

/** Accounts are created by `make`; the large one once. */
const openers = (make: (size: Size) => string, again: Source['again']): Pick<Source, 'open' | 'openLarge' | 'again'> => {
  let large: string | undefined
  return { again, open: (size) => again(make(size)), openLarge: () => again((large ??= make('several pages'))) }
}

const crmSource = (connector: Connector, bench: Bench): Source => {
  const { pageSize, passedOn: oddField = 'firstName' } = bench.vendor.vendor
  const choose: Source['choose'] = (id, connected) => ({ ...connected, id })
  const make = (size: Size): string => {
    const { account } = bench.vendor.admin.createAccount({ name: `Harbor Dental ${(number += 1)}` })
    const people = size === 'empty' ? 0 : size === 'some' ? 40 : Math.ceil(pageSize * 2.4)
    // Long enough ago that later changes are outside of every overlap.
    const filling = { people, deals: Math.min(60, Math.ceil(people / 3)), seed: number, until: Date.now() - 2 * hour }
    bench.sandbox.store.transaction(() => fillAccount(crmOf(bench), account, filling))
    return account
  }
  return {
    connector,
    bench,
    oddField,
    choose,
    main: streamOf(connector, 'contacts'),
    keysIn: (pages) => idsOf(all(pages, 'contacts')),
    ...openers(make, async (id) => choose(id, await bench.connect(id))),
  }
}

const days = 200

const adsSource = (connector: Connector, bench: Bench): Source => {
  const { pageSize, passedOn: oddField = 'firstName' } = bench.vendor.vendor
  const choose: Source['choose'] = (id, connected) => {
    const [business] = adsOf(bench).businesses(id)
    const hubId = business?.adAccounts[0]?.id ?? null
    const account = { ...connected.account, hubId, managerAccountId: business?.id ?? null }
    const session: Session = { ...connected.session, account }
    return { ...connected, account, session, id }
  }
  const make = (size: Size): string => {
    const { account } = bench.vendor.admin.createAccount({ name: `Maya Lind ${(number += 1)}` })
    const adAccounts = [{ name: 'Northlight main', currency: 'EUR' }]
    const made = adsOf(bench).addBusiness(account, { name: 'Northlight', adAccounts })
    const today = new Date(Date.now() - 24 * hour).toISOString().slice(0, 10)
    const campaigns = size === 'empty' ? 0 : size === 'some' ? 2 : Math.ceil((pageSize * 2.4) / days)
    const spend = Array.from({ length: campaigns * days }, (_, index) => ({
      campaign: `Campaign ${index % campaigns}`,
      day: addDays(today, -Math.floor(index / campaigns)),
      spend: 10 + (index % 7),
      impressions: 1000 + index,
      clicks: 12,
      conversions: 2,
    }))
    bench.sandbox.store.transaction(() => adsOf(bench).addSpend(account, made.adAccounts[0] ?? '', spend))
    return account
  }
  return {
    connector,
    bench,
    oddField,
    choose,
    main: streamOf(connector, 'spend'),
    keysIn: (pages) =>
      all(pages, 'spend')
        .map(({ day, campaignId }) => `${day} ${campaignId}`)
        .toSorted(),
    ...openers(make, async (id) => choose(id, await bench.connect(id))),
  }
}

export const startSource = async (connector: Connector): Promise<Source> => {
  const bench = await startBench(connector)
  return bench.vendor.admin.crm ? crmSource(connector, bench) : adsSource(connector, bench)
}
