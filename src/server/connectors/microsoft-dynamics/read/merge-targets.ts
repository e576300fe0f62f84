// Who stands for whom: a merged contact or lead rests, and a qualified lead is a contact by now.
import type { Session } from '../../kit/access.ts'
import { rowsBy, rowsOf } from '../client.ts'
import { words } from '../fields.ts'
import { contactStandingRow, leadStandingRow } from '../wire.ts'

/** Whoever takes somebody's place. */
export interface FocusFallback {
  set: 'contacts' | 'leads'
  id: string
}

interface Standing {
  merged?: boolean | null | undefined
  _masterid_value?: string | null | undefined
  statecode?: number | null | undefined
  _parentcontactid_value?: string | null | undefined
}

const qualified = 1

/** Only records of the same kind are merged. */
const masterOf = ({ merged, _masterid_value: id }: Standing, set: FocusFallback['set']): FocusFallback | null =>
  merged === true && id ? { set, id } : null

export const mergeTargetOfContact = (row: Standing): FocusFallback | null => masterOf(row, 'contacts')

export const mergeTargetOfLead = (row: Standing): FocusFallback | null => {
  const { statecode, _parentcontactid_value: contact } = row
  return masterOf(row, 'leads') ?? (statecode === qualified && contact ? { set: 'contacts', id: contact } : null)
}

type Standings = Map<string, FocusFallback | null>

/** Those of the people whom we may see, with whoever took their place. */
const standingsOf = async (session: Session, asked: readonly FocusFallback[]): Promise<Standings> => {
  const idsIn = (set: FocusFallback['set']): string[] => [
    ...new Set(asked.filter((heir) => heir.set === set).map(({ id }) => id)),
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

/** Whoever was merged so many times over is not followed further. */
const stepsMax = 10

/** Who stands there at the end: an heir may have been merged or qualified too. Null: somebody whom we may not see. */
export const endsOf = async (session: Session, heirs: readonly FocusFallback[]): Promise<(id: string) => string | null> => {
  const known: Standings = new Map()
  let asked = heirs
  for (let step = 0; step < stepsMax && asked.length > 0; step += 1) {
    const found = await standingsOf(session, asked)
    for (const [id, heir] of found) known.set(id, heir)
    asked = [...found.values()].filter((heir) => heir !== null).filter(({ id }) => !known.has(id))
  }
  return (first) => {
    let id = first
    for (let step = 0; step < stepsMax; step += 1) {
      const heir = known.get(id)
      if (heir === undefined) return null
      if (heir === null) return id
      id = heir.id
    }
    return null
  }
}
