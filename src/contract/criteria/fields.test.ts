import { describe, expect, it } from 'vitest'
import { catalogueFields, customFieldKey, customFieldOf, fieldLabel, fieldsOf, identityFields } from './fields.ts'
import { isShareableField, sortFields } from './fields.ts'
import { typesOfData } from './criteria.ts'

describe('The fields that can be shared', () => {
  it('have labels that differ', () => {
    const labels = catalogueFields.map((field) => fieldLabel(field).toLowerCase())
    expect(new Set(labels).size).toBe(22)
  })

  it('include the fields of the CRM by their own names', () => {
    expect(fieldLabel('field:Roof type')).toBe('Roof type')
    expect(customFieldOf('opportunity.field:Roof: type')).toEqual({ of: 'opportunity', name: 'Roof: type' })
    expect(customFieldOf('opportunity.stage')).toBeUndefined()
    for (const field of ['field:Roof type', 'opportunity.field:email']) {
      expect(customFieldKey(customFieldOf(field) ?? { of: 'contact', name: '' })).toBe(field)
    }
  })

  it('are only those', () => {
    const asked = ['email', 'field:x', 'opportunity.field:x', 'field: ', 'opportunity.field:', 'raw', 'constructor', 'notes', '']
    expect(asked.filter(isShareableField)).toEqual(['email', 'field:x', 'opportunity.field:x'])
  })

  it('are listed once, in the order of the catalogue', () => {
    const mixed = ['opportunity.field:A', 'field:b', 'opportunity.stage', 'email', 'field:a', 'email', 'first_name']
    expect(sortFields(mixed)).toEqual(['first_name', 'email', 'opportunity.stage', 'field:a', 'field:b', 'opportunity.field:A'])
  })

  it('are fixed for each type of data but the chosen fields', () => {
    const [counts, outcomes, basic, chosen] = typesOfData.map((type) =>
      fieldsOf({ type_of_data: type, fields: ['field:x', 'phone'] }),
    )
    expect(counts).toEqual([])
    expect(outcomes).toEqual([
      'source',
      'created_at',
      'opportunity.amount',
      'opportunity.currency',
      'opportunity.pipeline',
      'opportunity.stage',
      'opportunity.outcome',
      'opportunity.source',
      'opportunity.created_at',
      'opportunity.closed_at',
    ])
    expect(outcomes?.filter((field) => (identityFields as string[]).includes(field))).toEqual([])
    expect(basic).toEqual(['first_name', 'last_name', 'email', 'phone', ...(outcomes ?? [])])
    expect(chosen).toEqual(['phone', 'field:x'])
  })
})
