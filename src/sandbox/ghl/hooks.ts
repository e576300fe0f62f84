// Webhooks of an installed application: one flat, signed object for each event.
import { randomUUID } from 'node:crypto'
import type { PlainContact, VendorParts } from '../kit/vendor.ts'
import { contactOf, type opportunityOf } from './records.ts'
import { signatureOf } from './signing.ts'
import { appId, vendor } from './state.ts'

type Opportunity = ReturnType<typeof opportunityOf>

export const createHooks = ({ store, deliver, webhookTarget }: Pick<VendorParts, 'store' | 'deliver' | 'webhookTarget'>) => {
  const isInstalled = (account: string): boolean =>
    store.one('select 1 as is_there from token where vendor = ? and account = ? and revoked = 0', vendor, account) !== undefined

  const send = (url: string, event: object): void => {
    const body = JSON.stringify({ ...event, timestamp: new Date().toISOString(), webhookId: randomUUID() })
    deliver({ url, body, headers: { 'content-type': 'application/json', 'x-ghl-signature': signatureOf(body) } })
  }

  /** The event is created only if there is a listener. */
  const notify = (account: string, event: () => object): void => {
    const url = webhookTarget()
    if (url === null || !isInstalled(account)) return
    send(url, event())
  }

  return {
    /** Sent once by the location or agency that it was removed from. */
    uninstall(from: { locationId: string } | { companyId: string }): void {
      notify(Object.values(from)[0] ?? '', () => ({ type: 'UNINSTALL', appId, ...from }))
    },
    person(account: string, type: string, id: string, person: PlainContact): void {
      notify(account, () => {
        const {
          dateUpdated: _changed,
          firstNameLowerCase: _first,
          lastNameLowerCase: _last,
          ...contact
        } = contactOf(id, account, person)
        return { ...contact, type, name: `${person.firstName} ${person.lastName}`, attachments: [] }
      })
    },
    deal(account: string, type: string, opportunity: () => Opportunity): void {
      notify(account, () => {
        const { id, assignedTo, contactId, monetaryValue, name, pipelineId, pipelineStageId, source, status, createdAt } =
          opportunity()
        const what = { id, assignedTo, contactId, monetaryValue, name, pipelineId, pipelineStageId, source, status }
        return { type, locationId: account, ...what, dateAdded: createdAt }
      })
    },
  }
}

export type Hooks = ReturnType<typeof createHooks>
