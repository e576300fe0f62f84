import { describe, expect, it } from 'vitest'
import type { LedgerEntry } from '#contract/connections/ledger.ts'
import { mergeViews } from './merge-views.ts'

const [ana, ben] = ['01a1ecee-f4bd-718e-b438-2ee5502506a2', '01a1ecee-f4bd-718e-b438-2ee5502506a3']
const contact = (name: string) => ({ id: `id of ${name}`, name })

const viewed = (time: string, names: string[], about: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: time,
  seq: null,
  at: `2026-11-17T${time}.000Z`,
  userId: ana,
  userName: 'Ana Whitfield',
  kind: 'screen',
  version: 3,
  fields: ['first_name', 'email'],
  contactsCount: names.length,
  contacts: names.map(contact),
  hash: null,
  ...about,
})

const shown = (...entries: LedgerEntry[]) =>
  mergeViews(entries).map(({ times, contactsCount, contacts }) => [times, contactsCount, contacts.map(({ name }) => name).join()])

describe('Equal views in Seen by [PARTNER-07]', () => {
  it('of one visit are one row, with each contact once', () => {
    expect(shown(viewed('10:02:10', ['Cora', 'Uma']), viewed('10:02:00', ['Uma']), viewed('10:01:00', ['Uma', 'Mina']))).toEqual([
      [3, 3, 'Cora,Uma,Mina'],
    ])
  })

  it('are one row although somebody else looked in between', () => {
    const other = viewed('10:02:00', ['Uma'], { userId: ben })
    expect(shown(viewed('10:02:10', ['Cora']), other, viewed('10:01:00', ['Mina']))).toEqual([
      [2, 2, 'Cora,Mina'],
      [1, 1, 'Uma'],
    ])
  })

  it('stay apart after five minutes, with other fields, under another version, and as files', () => {
    const newest = viewed('10:06:00', ['Cora'])
    for (const older of [
      viewed('10:00:59', ['Cora']),
      viewed('10:05:00', ['Cora'], { fields: ['email'] }),
      viewed('10:05:00', ['Cora'], { version: 2 }),
      viewed('10:05:00', ['Cora'], { kind: 'export' }),
    ])
      expect(shown(newest, older)).toHaveLength(2)
    const file = viewed('10:06:00', ['Cora'], { kind: 'export' })
    expect(shown(file, { ...file, id: 'second' })).toHaveLength(2)
  })

  it('stay apart if not all their contacts are named, since nobody could say how many they were together', () => {
    expect(shown(viewed('10:06:00', ['Cora'], { contactsCount: 40 }), viewed('10:05:00', ['Cora']))).toHaveLength(2)
    const unnamed = viewed('10:06:00', [], { contactsCount: 4 })
    expect(shown(unnamed, { ...unnamed, id: 'second' })).toHaveLength(2)
  })
})
