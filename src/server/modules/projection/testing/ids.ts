// Under which ids an agency has records, from one step to the next.
import { isIdentified, type Share } from '../model.ts'
import type { Member, Seen } from './expected.ts'

type Ids = ReadonlyMap<string, Member>

/** The id from now on of what had another one before. Undefined: the agency has it no longer. */
export const idsNow = (before: Ids, now: Ids) => {
  const records = new Map([...before].map(([record, { sharedId }]) => [sharedId, record]))
  return (id: string): string | undefined => now.get(records.get(id) ?? '')?.sharedId
}

/** What was seen before, under the ids from now on. */
export const underIds = ({ contacts, opportunities }: Seen, idNow: (id: string) => string | undefined): Seen => {
  const renamed = (all: Seen['contacts'], values: (one: Seen['contacts'][string]) => Seen['contacts'][string]) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([id, one]) => {
        const now = idNow(id)
        return now === undefined ? [] : [[now, values(one)]]
      }),
    )
  const linked = ({ contact_id: contactId, contacts: parties, ...rest }: Seen['contacts'][string]) => {
    const contact = typeof contactId === 'string' ? idNow(contactId) : undefined
    const among = ((parties ?? []) as string[]).flatMap((id) => idNow(id) ?? []).toSorted()
    return { ...rest, ...(contact ? { contact_id: contact } : {}), ...(among.length > 0 ? { contacts: among } : {}) }
  }
  return { contacts: renamed(contacts, (one) => one), opportunities: renamed(opportunities, linked) }
}

/** What an agency could find again by the ids that it has read. */
export interface Remembered {
  /** Ids of rows that could say who somebody is. */
  identified: Set<string>
  /** The contacts that an opportunity ever named. */
  named: Map<string, Set<string>>
}

export const nothingRemembered = (): Remembered => ({ identified: new Set(), named: new Map() })

const contactsOf = ({ contact_id: contactId, contacts }: Seen['contacts'][string]): string[] =>
  [contactId, ...((contacts ?? []) as string[])].filter((id): id is string => typeof id === 'string')

/** Rows without a name whose id had one before, and opportunities that named a contact that is gone. */
export const foundAgain = (
  { identified, named }: Remembered,
  { criteria }: Share,
  { all, left }: { all: Seen; left: Seen },
): string[] => {
  const nameless = isIdentified(criteria) ? left : all
  const idsOf = ({ contacts, opportunities }: Seen) => [...Object.keys(contacts), ...Object.keys(opportunities)]
  const linked = Object.keys(all.opportunities).filter((id) =>
    [...(named.get(id) ?? [])].some((contactId) => all.contacts[contactId] === undefined),
  )
  const found = [...idsOf(nameless).filter((id) => identified.has(id)), ...linked]
  if (!isIdentified(criteria)) return found
  for (const id of idsOf(all)) if (left.contacts[id] === undefined && left.opportunities[id] === undefined) identified.add(id)
  for (const [id, values] of Object.entries(all.opportunities))
    named.set(id, new Set([...(named.get(id) ?? []), ...contactsOf(values)]))
  return found
}
