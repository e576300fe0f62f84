import { describe, expect, it } from 'vitest'
import {
  allowedActions,
  connectionActions,
  connectionStates,
  findTransition,
  statusOf,
  transitions,
  type Actor,
  type ConnectionFacts,
  type ConnectionState,
  type Transition,
} from './transitions.ts'

const agencyAdmin: Actor = { kind: 'user', side: 'AGENCY', isAdmin: true }
const companyAdmin: Actor = { kind: 'user', side: 'COMPANY', isAdmin: true }
const agencyUser: Actor = { kind: 'user', side: 'AGENCY', isAdmin: false }
const companyUser: Actor = { kind: 'user', side: 'COMPANY', isAdmin: false }

/** Written out by hand from the rules, for an agency that invited the company. */
const byAgency: Record<ConnectionState, { agency: string[]; company: string[] }> = {
  INVITED: { agency: ['view', 'resend', 'cancel'], company: ['view', 'accept', 'reject'] },
  DRAFT: { agency: ['view', 'cancel'], company: ['view', 'cancel', 'save_criteria', 'submit'] },
  SUBMITTED: { agency: ['view', 'reject', 'approve', 'request_changes'], company: ['view', 'withdraw'] },
  IN_PROCESS: { agency: ['view', 'cancel'], company: ['view', 'cancel'] },
  ACTIVE: { agency: ['view', 'cancel', 'request_data'], company: ['view', 'cancel', 'save_criteria', 'submit'] },
  CANCELED: { agency: ['view', 'remove', 'invite_again'], company: ['view', 'remove', 'invite_again'] },
}

const open = connectionStates.filter((state) => state !== 'CANCELED')

/** Written out by hand from the rules: who does what, where it leads, why it ended, and which emails go to whom. 1 creates a connection. */
const rules: Record<number, string[]> = {
  2: [
    'INVITED, inviting_company: save_criteria > INVITED',
    'INVITED, inviting_company: discard > INVITED if has_draft',
    'INVITED, inviting_company: submit > INVITED',
  ],
  3: ['INVITED, inviter: resend > INVITED, E1 to invited_address'],
  4: ['INVITED, link: open_link > INVITED'],
  5: ['INVITED, invitee: accept > SUBMITTED if has_criteria, E3 to inviter', 'INVITED, invitee: accept > DRAFT, E3 to inviter'],
  6: ['INVITED, invitee: reject > CANCELED as rejected, E4 to inviter'],
  7: ['INVITED, inviter: cancel > CANCELED as withdrawn, E5 to invited_address'],
  8: ['INVITED, product: expire > CANCELED as expired, E7 to inviter'],
  9: ['DRAFT, company: save_criteria > DRAFT', 'DRAFT, company: discard > DRAFT if has_draft'],
  10: ['DRAFT, company: submit > SUBMITTED, E8 to agency'],
  11: ['DRAFT, either: cancel > CANCELED as canceled, E5 to other'],
  12: connectionStates.map((state) => `${state}, either: view > ${state}`),
  13: ['SUBMITTED, agency: approve > IN_PROCESS, E9 to company'],
  14: ['SUBMITTED, agency: request_changes > DRAFT, E10 to company'],
  15: ['SUBMITTED, agency: reject > CANCELED as denied, E4 to company'],
  16: ['SUBMITTED, company: withdraw > DRAFT'],
  17: ['IN_PROCESS, product: become_active > ACTIVE, E11 to both'],
  18: ['IN_PROCESS, product: source_fails > IN_PROCESS, E12 to company'],
  19: [
    'IN_PROCESS, agency: cancel > CANCELED as ended_by_agency, E13 to both',
    'IN_PROCESS, company: cancel > CANCELED as ended_by_company, E13 to both',
  ],
  20: [
    'ACTIVE, company: save_criteria > ACTIVE',
    'ACTIVE, company: discard > ACTIVE if has_draft',
    'ACTIVE, company: submit > ACTIVE if narrows, E14 to agency',
  ],
  21: [
    'ACTIVE, company: submit > ACTIVE if widens, E8 to agency',
    'ACTIVE, agency: approve > ACTIVE if has_pending_version, E9 to company',
    'ACTIVE, agency: request_changes > ACTIVE if has_pending_version, E10 to company',
    'ACTIVE, agency: reject > ACTIVE if has_pending_version, E4 to company',
    'ACTIVE, company: withdraw > ACTIVE if has_pending_version',
  ],
  22: ['ACTIVE, agency: request_data > ACTIVE, E15 to company'],
  23: [
    'ACTIVE, agency: cancel > CANCELED as ended_by_agency, E13 to both',
    'ACTIVE, company: cancel > CANCELED as ended_by_company, E13 to both',
  ],
  24: ['ACTIVE, product: source_fails > ACTIVE, E12 to company', 'ACTIVE, product: go_stale > CANCELED as stale, E13 to both'],
  25: ['ACTIVE, product: subscription_held > ACTIVE, E17 to agency'],
  26: ['CANCELED, either: remove > CANCELED'],
  27: ['CANCELED, either: invite_again > CANCELED'],
  28: open.map((state) => `${state}, product: account_closed > CANCELED as partner_closed, E13 to other`),
  29: open.map((state) => `${state}, staff: cancel > CANCELED as ended_by_staff, E13 to both`),
}

const lineOf = ({ from, by, action, to, when, ending, emails = {} }: Transition): string => {
  const condition = when === undefined ? '' : ` if ${when}`
  const reason = ending === undefined ? '' : ` as ${ending}`
  const sent = Object.entries(emails).map(([email, reader]) => `, ${email} to ${reader}`)
  return `${from}, ${by}: ${action} > ${to}${reason}${condition}${sent.join('')}`
}

const linesByRule = () =>
  Object.fromEntries([...Map.groupBy(transitions, ({ number }) => number)].map(([number, all]) => [number, all.map(lineOf)]))

describe('What each side can do with a connection [PARTNER-03]', () => {
  it.each(connectionStates)('in the state %s, if the agency invited', (state) => {
    const facts: ConnectionFacts = { state, invitedBy: 'AGENCY' }
    expect(allowedActions(facts, agencyAdmin)).toEqual(byAgency[state].agency)
    expect(allowedActions(facts, companyAdmin)).toEqual(byAgency[state].company)
  })

  it('if the company invited, only the invitation is mirrored, and it can choose what to share meanwhile', () => {
    for (const state of connectionStates) {
      const facts: ConnectionFacts = { state, invitedBy: 'COMPANY' }
      const expected = byAgency[state]
      const mirrored = { agency: expected.company, company: [...expected.agency, 'save_criteria', 'submit'] }
      const { agency, company } = state === 'INVITED' ? mirrored : expected
      expect(allowedActions(facts, agencyAdmin)).toEqual(agency)
      expect(allowedActions(facts, companyAdmin)).toEqual(company)
    }
  })

  it('users who are not admins only view', () => {
    for (const state of connectionStates)
      for (const actor of [agencyUser, companyUser])
        expect(allowedActions({ state, invitedBy: 'AGENCY' }, actor)).toEqual(['view'])
  })

  it('staff end an open connection, and nothing else', () => {
    for (const state of connectionStates)
      expect(allowedActions({ state, invitedBy: 'AGENCY' }, { kind: 'staff' })).toEqual(state === 'CANCELED' ? [] : ['cancel'])
  })

  it('a new version that waits is decided by the agency and withdrawn by the company', () => {
    const facts: ConnectionFacts = { state: 'ACTIVE', invitedBy: 'AGENCY', hasPendingVersion: true }
    expect(allowedActions(facts, agencyAdmin)).toEqual(['view', 'reject', 'cancel', 'approve', 'request_changes', 'request_data'])
    expect(allowedActions(facts, companyAdmin)).toEqual(['view', 'cancel', 'save_criteria', 'submit', 'withdraw'])
    for (const action of ['approve', 'request_changes', 'reject'] as const)
      expect(findTransition(facts, action, agencyAdmin)?.to).toBe('ACTIVE')
  })

  it('a saved draft can be discarded by the company wherever it can be saved', () => {
    for (const state of connectionStates) {
      const facts: ConnectionFacts = { state, invitedBy: 'COMPANY', hasDraft: true }
      const [saves, discards] = (['save_criteria', 'discard'] as const).map((action) =>
        findTransition(facts, action, companyAdmin),
      )
      expect(discards?.to).toBe(saves?.to)
      expect(allowedActions(facts, agencyAdmin)).not.toContain('discard')
      expect(allowedActions({ ...facts, hasDraft: false }, companyAdmin)).not.toContain('discard')
    }
  })

  it('criteria that share less are in force at once; others wait for the agency', () => {
    const submit = (change: 'narrows' | 'widens') =>
      findTransition({ state: 'ACTIVE', invitedBy: 'AGENCY', change }, 'submit', companyAdmin)?.emails
    expect(submit('narrows')).toEqual({ E14: 'agency' })
    expect(submit('widens')).toEqual({ E8: 'agency' })
  })

  it('an agency that accepts an invitation with criteria reviews them next', () => {
    const facts: ConnectionFacts = { state: 'INVITED', invitedBy: 'COMPANY' }
    expect(findTransition(facts, 'accept', agencyAdmin)?.to).toBe('DRAFT')
    expect(findTransition({ ...facts, hasCriteria: true }, 'accept', agencyAdmin)?.to).toBe('SUBMITTED')
    for (const action of ['save_criteria', 'submit'] as const)
      expect(findTransition(facts, action, companyAdmin)?.to).toBe('INVITED')
  })

  it('no user does what happens by itself, and nothing leads out of an end', () => {
    const actions = [...new Set(transitions.map(({ action }) => action))].filter(
      (action) => !(connectionActions as readonly string[]).includes(action),
    )
    for (const state of connectionStates)
      for (const action of actions)
        for (const actor of [agencyAdmin, companyAdmin, { kind: 'staff' } as const])
          expect(findTransition({ state, invitedBy: 'AGENCY' }, action, actor)).toBeUndefined()
    expect(transitions.filter(({ from, to }) => from === 'CANCELED' && to !== 'CANCELED')).toEqual([])
  })

  it('every ended connection says why, and no other transition does', () => {
    for (const { from, to, ending } of transitions) expect(ending !== undefined).toBe(to === 'CANCELED' && from !== 'CANCELED')
  })

  it('all 28 rules and the one for staff are in the table, but for the one that only creates a connection', () => {
    expect(linesByRule()).toEqual(rules)
  })
})

describe('The seven statuses of a connection [PARTNER-02]', () => {
  const seen = (
    state: ConnectionState,
    side: 'AGENCY' | 'COMPANY',
    more: { invitedBy?: 'AGENCY' | 'COMPANY'; opened?: boolean } = {},
  ) => statusOf({ state, invitedBy: more.invitedBy ?? 'AGENCY' }, { side, isReviewStarted: more.opened ?? false })

  it('an invitation is sent on one side and received on the other, until criteria are submitted', () => {
    for (const state of ['INVITED', 'DRAFT'] as const) {
      expect([seen(state, 'AGENCY'), seen(state, 'COMPANY')]).toEqual(['invite sent', 'invite received'])
      const mirrored = (['AGENCY', 'COMPANY'] as const).map((side) => seen(state, side, { invitedBy: 'COMPANY' }))
      expect(mirrored).toEqual(['invite received', 'invite sent'])
    }
  })

  it('submitted criteria wait for approval until the agency opens them', () => {
    expect([seen('SUBMITTED', 'AGENCY'), seen('SUBMITTED', 'COMPANY')]).toEqual(['in review', 'wait for approval'])
    expect(seen('SUBMITTED', 'COMPANY', { opened: true })).toBe('in review')
  })

  it('then both sides read the same', () => {
    for (const side of ['AGENCY', 'COMPANY'] as const)
      expect((['IN_PROCESS', 'ACTIVE', 'CANCELED'] as const).map((state) => seen(state, side))).toEqual([
        'in process',
        'active',
        'canceled',
      ])
  })
})
