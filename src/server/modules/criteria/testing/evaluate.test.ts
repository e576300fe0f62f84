import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Filter } from '#contract/criteria/criteria.ts'
import { evaluate, type PlainContact, type PlainData, type PlainOpportunity, type Sharing } from './evaluate.ts'

const shared = { integrationId: 'i1', source: null, ownerId: null, fields: {}, isDeleted: false }

const contact = (id: string, change: Partial<PlainContact> = {}): PlainContact => ({
  ...shared,
  id,
  createdAt: '2026-03-01T10:00:00.000Z',
  tags: [],
  mergedInto: null,
  ...change,
})

const opportunity = (id: string, contactIds: string[], change: Partial<PlainOpportunity> = {}): PlainOpportunity => ({
  ...shared,
  id,
  createdAt: '2026-03-01T10:00:00.000Z',
  pipelineId: null,
  stageId: null,
  contactIds,
  ...change,
})

const data: PlainData = {
  contacts: [
    contact('ana', { tags: [' VIP ', 'northlight'], source: 'Google Ads', fields: { size: 39, vat: true }, ownerId: 'O1' }),
    contact('ben', { tags: ['northlight', ''], source: '  ', createdAt: '2026-03-05T00:00:00.000Z' }),
    contact('cho', { tags: ['vip'], source: 'ＭＥＴＡ' }),
    contact('del', { tags: ['vip'], isDeleted: true }),
    contact('mer', { tags: ['vip'], mergedInto: 'ana' }),
    contact('far', { tags: ['vip'], integrationId: 'i2' }),
  ],
  opportunities: [
    opportunity('deal1', ['ana', 'ben'], { pipelineId: 'p1', stageId: 's1', source: 'Meta' }),
    opportunity('deal2', ['cho'], { pipelineId: 'p2', stageId: 's2', createdAt: '2026-03-09T23:59:59.000Z' }),
    opportunity('deal3', [], { pipelineId: 'p2' }),
    opportunity('gone', ['ben'], { pipelineId: 'p9', isDeleted: true }),
  ],
  lists: { l1: ['ben', 'del'], l2: [] },
}

const of = (filter: Filter, change: Partial<Criteria> = {}, sharing?: Sharing) => {
  const found = evaluate({ ...emptyCriteria('i1'), match_on: 'contact', filter, ...change }, data, sharing)
  return [...found.contacts, ...found.opportunities].join(' ')
}

describe('Criteria, evaluated record by record', () => {
  it.each<[string, Filter, string]>([
    ['everything', { all: [] }, 'ana ben cho deal1 deal2'],
    ['nothing', { any: [] }, ''],
    ['one tag, in any form', { field: 'tag', op: 'has_any', values: ['Vip'] }, 'ana cho deal1 deal2'],
    ['all tags', { field: 'tag', op: 'has_all', values: ['vip', 'northlight'] }, 'ana deal1'],
    ['no tag', { field: 'tag', op: 'has_none', values: ['vip'] }, 'ben deal1'],
    ['the source', { field: 'source_field', name: 'source', op: 'in', values: ['meta'] }, 'cho deal2'],
    ['an empty source is not set', { field: 'source_field', name: 'source', op: 'is_not_set' }, 'ben deal1'],
    ['part of a source', { field: 'source_field', name: 'source', op: 'contains', values: ['GLE'] }, 'ana deal1'],
    ['a number', { field: 'source_field', name: 'size', op: 'in', values: ['39'] }, 'ana deal1'],
    ['yes and no', { field: 'source_field', name: 'vat', op: 'in', values: ['true'] }, 'ana deal1'],
    ['a name of every object', { field: 'source_field', name: 'constructor', op: 'is_set' }, ''],
    ['not in', { field: 'source_field', name: 'source', op: 'not_in', values: ['Meta'] }, 'ana ben deal1'],
    ['ids by case', { field: 'owner', op: 'in', values: ['o1'] }, ''],
    ['the owner', { field: 'owner', op: 'in', values: ['O1'] }, 'ana deal1'],
    ['a pipeline of a live opportunity', { field: 'pipeline', op: 'in', values: ['p1', 'p9'] }, 'ana ben deal1'],
    ['no stage', { field: 'stage', op: 'is_not_set' }, ''],
    ['a list', { field: 'list', op: 'in', values: ['l1'] }, 'ben deal1'],
    ['no list', { field: 'list', op: 'is_not_set' }, 'ana cho deal1 deal2'],
    ['created from', { field: 'created_since', op: '>=', values: ['2026-03-05'] }, 'ben deal1'],
    ['created to', { field: 'created_since', op: '<=', values: ['2026-03-04'] }, 'ana cho deal1 deal2'],
    ['one record', { field: 'record_id', op: 'not_in', values: ['ana'] }, 'ben cho deal1 deal2'],
    ['another source', { field: 'integration', op: 'in', values: ['i2'] }, ''],
    ['not', { not: { field: 'tag', op: 'has_all', values: ['vip', 'northlight'] } }, 'ben cho deal1 deal2'],
  ])('%s', (_what, filter, found) => {
    expect(of(filter)).toBe(found)
  })

  it.each<[string, Filter, string]>([
    ['the tags of one contact', { field: 'tag', op: 'has_all', values: ['vip', 'northlight'] }, 'ana ben deal1'],
    ['no contact has the tag', { field: 'tag', op: 'has_none', values: ['vip'] }, 'deal3'],
    ['lists of contacts', { field: 'list', op: 'in', values: ['l1'] }, 'ana ben deal1'],
    ['its own source', { field: 'source_field', name: 'source', op: 'in', values: ['Meta'] }, 'ana ben deal1'],
    ['its own day', { field: 'created_since', op: '>=', values: ['2026-03-09'] }, 'cho deal2'],
    ['its own id', { field: 'record_id', op: 'in', values: ['deal3', 'ana'] }, 'deal3'],
  ])('of opportunities: %s', (_what, filter, found) => {
    expect(of(filter, { match_on: 'opportunity' })).toBe(found)
  })

  it('joins both', () => {
    const meta: Filter = { field: 'source_field', name: 'source', op: 'in', values: ['Meta'] }
    expect(of(meta, { match_on: 'contact_or_opportunity' })).toBe('ana ben cho deal1 deal2')
  })

  it('counts days and the acceptance from the record itself', () => {
    expect(of({ all: [] }, { since: '2026-03-05' })).toBe('ben deal1')
    expect(of({ all: [] }, { since: '2026-03-05', match_on: 'opportunity' })).toBe('cho deal2')
    const acceptedAt = '2026-03-05T00:00:00.000Z'
    expect(of({ all: [] }, { future_only: true }, { acceptedAt })).toBe('ben deal1')
    expect(of({ all: [] }, { future_only: true })).toBe('')
  })

  it('never shares what is excluded', () => {
    expect(of({ all: [] }, { match_on: 'contact_or_opportunity' }, { exclusionTag: 'NorthLight' })).toBe('cho deal2 deal3')
    expect(of({ all: [] }, {}, { excludedIds: ['ana', 'deal2'] })).toBe('ben cho')
    expect(of({ all: [] }, { match_on: 'opportunity' }, { excludedIds: ['deal1'] })).toBe('cho deal2 deal3')
  })
})
