// Webhooks that were registered by the API. Form-encoded, unsigned, and never retried by the real one.
import { randomBytes } from 'node:crypto'
import type { Store } from '../kit/store.ts'
import type { PlainContact, VendorParts } from '../kit/vendor.ts'
import type { dealOf } from './records.ts'
import { vendor } from './pages.ts'

interface Hook {
  id: string
  url: string
  name: string
  events: readonly string[]
  sources: readonly string[]
}

const hookOf = (row: Record<string, string | number>): Hook => ({
  ...(JSON.parse(String(row['facts'])) as Omit<Hook, 'id' | 'url'>),
  id: String(row['id']),
  url: String(row['url']),
})

export const createHooks = (store: Store, deliver: VendorParts['deliver']) => {
  const list = (account: string): Hook[] =>
    store.all('select * from hook where vendor = ? and account = ?', vendor, account).map(hookOf)

  /** The event is created only if there is a listener. */
  const notify = (account: string, type: string, what: () => Record<string, string>): void => {
    const listening = list(account).filter(({ events }) => events.includes(type))
    if (listening.length === 0) return
    const body = new URLSearchParams({
      type,
      date_time: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
      initiated_from: 'admin',
      initiated_by: 'admin',
      list: '0',
      ...what(),
    }).toString()
    for (const { url } of listening) deliver({ url, body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  }

  return {
    list,
    add(account: string, hook: Omit<Hook, 'id'>): Hook {
      const id = String(Number.parseInt(randomBytes(4).toString('hex'), 16))
      const { url, ...facts } = hook
      store.run('insert into hook values (?, ?, ?, ?, ?)', id, vendor, account, url, JSON.stringify(facts))
      return { ...hook, id }
    },
    remove: (account: string, id: string): void =>
      void store.run('delete from hook where vendor = ? and account = ? and id = ?', vendor, account, id),
    person(account: string, type: 'subscribe' | 'update', id: string, person: PlainContact): void {
      notify(account, type, () => ({
        'contact[id]': id,
        'contact[email]': person.email,
        'contact[first_name]': person.firstName,
        'contact[last_name]': person.lastName,
        'contact[phone]': person.phone,
        'contact[tags]': person.tags.join(', '),
        'contact[fields][source]': person.source,
      }))
    },
    deal(
      account: string,
      type: 'deal_add' | 'deal_update',
      what: () => ReturnType<typeof dealOf>,
      changed: readonly string[],
    ): void {
      notify(account, type, () => {
        const { deal } = what()
        return {
          'deal[id]': deal.id,
          'deal[title]': deal.title,
          'deal[pipelineid]': deal.group,
          'deal[stageid]': deal.stage,
          'deal[value_raw]': deal.value,
          'deal[currency]': deal.currency,
          'deal[status]': deal.status,
          'deal[contactid]': deal.contact,
          ...Object.fromEntries(changed.map((field, number) => [`updated_fields[${number}]`, field])),
        }
      })
    },
  }
}

export type Hooks = ReturnType<typeof createHooks>
