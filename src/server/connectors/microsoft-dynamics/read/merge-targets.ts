// Which record replaces which: a merged contact or lead is inactive, and a qualified lead is now a contact.
import type { Session } from '../../kit/access.ts'
import { rowsBy, rowsOf } from '../client.ts'
import { words } from '../fields.ts'
import { contactStandingRow, leadStandingRow } from '../wire.ts'

/** The record that replaces another one. */
export interface MergeTarget {
  set: 'contacts' | 'leads'
  id: string
}

interface MergeState {
  merged?: boolean | null | undefined
  _masterid_value?: string | null | undefined
  statecode?: number | null | undefined
  _parentcontactid_value?: string | null | undefined
}

const qualified = 1

/** Only records of the same kind are merged. */
const masterOf = ({ merged, _masterid_value: id }: MergeState, set: MergeTarget['set']): MergeTarget | null =>
  merged === true && id ? { set, id } : null

export const mergeTargetOfContact = (row: MergeState): MergeTarget | null => masterOf(row, 'contacts')

export const mergeTargetOfLead = (row: MergeState): MergeTarget | null => {
  const { statecode, _parentcontactid_value: contact } = row
  return masterOf(row, 'leads') ?? (statecode === qualified && contact ? { set: 'contacts', id: contact } : null)
}

type Targets = Map<string, MergeTarget | null>

/** The visible records, each with the record that replaces it. */
const targetsOf = async (session: Session, pending: readonly MergeTarget[]): Promise<Targets> => {
  const idsIn = (set: MergeTarget['set']): string[] => [
    ...new Set(pending.filter((target) => target.set === set).map(({ id }) => id)),
  ]
  const contacts = await rowsBy(session, 'contacts', {
    select: words('contactid merged _masterid_value'),
    attribute: 'contactid',
    ids: idsIn('contacts'),
  })
  const leads = await rowsBy(session, 'leads', {
    select: words('leadid merged _masterid_value statecode _parentcontactid_value'),
    attribute: 'leadid',
    ids: idsIn('leads'),
  })
  return new Map([
    ...rowsOf(contactStandingRow, contacts, 'contacts').map((row) => [row.contactid, mergeTargetOfContact(row)] as const),
    ...rowsOf(leadStandingRow, leads, 'leads').map((row) => [row.leadid, mergeTargetOfLead(row)] as const),
  ])
}

/** Longer chains of merges are not followed. */
const stepsMax = 10

/** The record at the end of the chain: a target may have been merged or qualified too. Null: a record that we may not see. */
export const endsOf = async (session: Session, targets: readonly MergeTarget[]): Promise<(id: string) => string | null> => {
  const known: Targets = new Map()
  let pending = targets
  for (let step = 0; step < stepsMax && pending.length > 0; step += 1) {
    const found = await targetsOf(session, pending)
    for (const [id, target] of found) known.set(id, target)
    pending = [...found.values()].filter((target) => target !== null).filter(({ id }) => !known.has(id))
  }
  return (first) => {
    let id = first
    for (let step = 0; step < stepsMax; step += 1) {
      const target = known.get(id)
      if (target === undefined) return null
      if (target === null) return id
      id = target.id
    }
    return null
  }
}
