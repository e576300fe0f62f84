// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '#contract/connections/connections.ts'
import type { LedgerEntry } from '#contract/connections/ledger.ts'
import type { SeenVerification } from '#web/data/connections/ledger.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { receivedByHelio, sentToHelio } from '../testing.ts'
import type { SeenBy as SeenByType } from './SeenBy.tsx'

const maya = { id: '01a1ecee-f4bd-718e-b438-2ee5502506b1', name: 'Maya Ellison' }
const others = ['Samir Haddad', 'Zoe Park', 'Otto Quist'].map((name, n) => ({
  id: `01a1ecee-f4bd-718e-b438-2ee5502506c${n}`,
  name,
}))

const viewed: LedgerEntry = {
  id: '01a1ecee-f4bd-718e-b438-2ee5502506d1',
  seq: 1,
  at: '2026-11-17T10:00:00.000Z',
  userId: '01a1ecee-f4bd-718e-b438-2ee5502506a2',
  userName: 'Ana Whitfield',
  kind: 'screen',
  version: 1,
  fields: ['first_name', 'email'],
  contactsCount: 4,
  contacts: [maya, ...others],
  hash: 'a'.repeat(64),
}
const exported: LedgerEntry = {
  ...viewed,
  id: '01a1ecee-f4bd-718e-b438-2ee5502506d2',
  seq: 2,
  kind: 'export',
  version: 2,
  userId: '01a1ecee-f4bd-718e-b438-2ee5502506a3',
  userName: 'Leo Brandt',
  fields: [],
  contactsCount: 1,
  contacts: [{ id: maya.id, name: null }],
}

let entries: LedgerEntry[] = []
let verification: SeenVerification = { isIntact: true, checked: 2, head: 'a', firstBroken: null }
const asked: unknown[] = []

vi.mock(import('#web/lib/calls/browser-caller.ts'), () => ({
  call: (async ({ name }: { name: string }, { query }: { query?: object }) => {
    if (name === 'verifySeen') return verification
    asked.push(query)
    return { items: entries, total: entries.length }
  }) as never,
}))

let SeenBy: typeof SeenByType

useDocument()
beforeAll(async () => {
  // It adds its texts when it is loaded.
  ;({ SeenBy } = await import('./SeenBy.tsx'))
})
beforeEach(() => {
  entries = [exported, viewed]
  asked.length = 0
})

const open = (about: Partial<Connection> = {}) => draw(<SeenBy connection={{ ...receivedByHelio, ...about }} />)

describe('Seen by [PARTNER-07]', () => {
  it('shows who, how, whom, which fields and under which version', async () => {
    open()
    const row = (await screen.findByText('Ana Whitfield')).closest('tr') as HTMLElement
    expect(row.textContent).toContain('Viewed')
    expect(row.textContent).toContain('Maya Ellison, Samir Haddad and 2 more')
    expect(row.textContent).toContain('First name, Email')
    const other = (await screen.findByText('Leo Brandt')).closest('tr') as HTMLElement
    for (const text of ['Exported', 'Deleted contact', 'Only that they exist']) expect(other.textContent).toContain(text)
  })

  it('is narrowed to one contact by a click on the name, and widened again', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Who saw Maya Ellison' }))
    expect(asked.at(-1)).toEqual({ page: 1, size: 5, contact_id: maya.id })
    await userEvent.click(await screen.findByRole('button', { name: /^Remove.*Contact/ }))
    expect(asked.at(-1)).toEqual({ page: 1, size: 5 })
  })

  it('names the other contacts on request, and each leads to who saw it', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'and 2 more' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Otto Quist' }))
    expect(asked.at(-1)).toEqual({ page: 1, size: 5, contact_id: others[2]?.id })
  })

  it('counts many fields, and names them on request', async () => {
    entries = [{ ...viewed, fields: ['first_name', 'last_name', 'email', 'phone'] }]
    open()
    const inTable = within((await screen.findByText('Ana Whitfield')).closest('tr') as HTMLElement)
    await userEvent.hover(inTable.getAllByRole('button', { name: '4 fields' }).at(-1) as HTMLElement)
    expect((await screen.findByRole('tooltip')).textContent).toBe('First name, Last name, Email, Phone')
  })

  it('shows equal views of one visit once, and says how often', async () => {
    const again = { ...viewed, id: '01a1ecee-f4bd-718e-b438-2ee5502506d3', at: '2026-11-17T09:59:00.000Z' }
    entries = [viewed, again]
    open()
    const row = (await screen.findByText('Ana Whitfield')).closest('tr') as HTMLElement
    expect(row.textContent).toContain('Viewed2×')
    expect(screen.getAllByRole('row')).toHaveLength(2)
    expect(screen.getByText('1 to 2 of 2')).toBeTruthy()
  })

  it('says it in two lines on a phone', async () => {
    open()
    await screen.findByText('Ana Whitfield')
    const [, line] = screen.getAllByText(/ (viewed|exported)/)
    expect(line?.textContent).toBe('Ana Whitfield viewed 4 contacts')
    expect(line?.nextElementSibling?.textContent).toMatch(/First name, Emailversion 1$/)
  })

  it('tells the agency how many its users saw, and has no chain to check', async () => {
    entries = [{ ...viewed, seq: null, hash: null, contacts: [] }]
    draw(<SeenBy connection={{ ...sentToHelio, versionInForce: 1 }} />)
    const row = (await screen.findByText('Ana Whitfield')).closest('tr') as HTMLElement
    expect(row.textContent).toContain('4 contacts')
    expect(screen.queryByRole('button', { name: 'Check integrity' })).toBeNull()
    expect(screen.getByText(/Helio Solar sees this, too/)).toBeTruthy()
  })

  it('says so while nobody has seen anything', async () => {
    entries = []
    open()
    expect(await screen.findByText('No one has seen your contacts yet')).toBeTruthy()
    expect(screen.getByText(/Entries appear here when someone at Northlight Growth views them/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check integrity' })).toBeNull()
  })

  it('says that nobody can where only totals are shared, and that nobody did after the end', async () => {
    entries = []
    open({ state: 'ACTIVE', typeOfData: 'COUNTS' })
    expect(await screen.findByText('No one can see your contacts')).toBeTruthy()
    open({ state: 'CANCELED' })
    expect(await screen.findByText('No one at Northlight Growth viewed or exported them.')).toBeTruthy()
  })

  it('is checked on request, and names the entry that was changed', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Check integrity' }))
    expect(await screen.findByText('2 entries checked. Nothing was changed.')).toBeTruthy()
    verification = { ...verification, isIntact: false, firstBroken: { seq: 1, problem: 'changed' } }
    await userEvent.click(screen.getByRole('button', { name: 'Check integrity' }))
    expect(await screen.findByText('Entry 1 is not as it was written.')).toBeTruthy()
  })
})
