import { describe, expect, it } from 'vitest'
import { cellOf, mapRecords, rulesOf } from './map.ts'

describe('Cells of Airtable', () => {
  it.each([
    ['text', 'text'],
    [12.5, 12.5],
    [true, true],
    [[250], 250],
    [['vip', 'intake'], 'vip, intake'],
    [{ id: 'usr1', email: 'ben@example.com', name: 'Ben Dunn' }, 'Ben Dunn'],
    [[{ id: 'att1', url: 'https://files.example.com/1', filename: 'offer.pdf' }], 'offer.pdf'],
    [{ state: 'generated', value: 'A summary', isStale: false }, 'A summary'],
    [{ label: 'Open', url: 'https://example.com' }, 'Open'],
    [{ error: '#ERROR!' }, null],
    [{ specialValue: 'NaN' }, null],
    [[], null],
    [null, null],
    [undefined, null],
  ])('%j is read as %j', (value, read) => {
    expect(cellOf(value)).toBe(read)
  })
})

describe('Records of Airtable', () => {
  const columns = [
    { id: 'fldEmail', name: 'Email' },
    { id: 'fldTags', name: 'Tags' },
    { id: 'fldOwner', name: 'Owner' },
    { id: 'fldValue', name: 'Deal value' },
  ]

  it('are identified by their own ids, even when two have the same email', () => {
    const record = (id: string) => ({ id, createdTime: '2026-03-04T10:00:00.000Z', fields: { fldEmail: 'ada@example.com' } })
    const { contacts, rejected } = mapRecords(rulesOf(columns, {}), [record('rec1'), record('rec2')])
    expect(contacts.map(({ externalId }) => externalId)).toEqual(['rec1', 'rec2'])
    expect(rejected).toEqual([])
  })

  it('bring choices as tags and collaborators as owners', () => {
    const fields = {
      fldEmail: 'ada@example.com',
      fldTags: ['vip', 'web'],
      fldOwner: { id: 'usr1', email: 'b@example.com', name: 'Ben Dunn' },
      fldValue: [500],
    }
    const { contacts, opportunities, book } = mapRecords(rulesOf(columns, {}), [
      { id: 'rec1', createdTime: '2026-03-04T10:00:00.000Z', fields },
    ])
    expect(contacts).toMatchObject([{ tags: ['vip', 'web'], ownerId: 'ben_dunn', createdAt: '2026-03-04T10:00:00.000Z' }])
    expect(opportunities).toMatchObject([{ amount: '500', ownerId: 'ben_dunn', outcome: 'open' }])
    expect(book.owners).toEqual([{ id: 'ben_dunn', name: 'Ben Dunn' }])
  })

  it('of an unknown form are rejected, and the others are saved', () => {
    const good = { id: 'rec1', fields: { fldEmail: 'ada@example.com' } }
    const { contacts, rejected } = mapRecords(rulesOf(columns, {}), [{ id: 'rec2' }, 'what', good])
    expect(contacts).toMatchObject([{ externalId: 'rec1', createdAt: null }])
    expect(rejected.map(({ externalId, code }) => [externalId, code])).toEqual([
      ['rec2', 'bad_shape'],
      ['without id', 'bad_shape'],
    ])
  })
})
