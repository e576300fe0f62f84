import { describe, expect, it } from 'vitest'
import { sampleColumns } from './sample-columns.ts'

const shown = (row: Record<string, string | null>) =>
  sampleColumns(Object.keys(row)).map(({ text, line }) => {
    const valueOf = (field: string) => row[field] ?? null
    return [text(valueOf), line?.(valueOf)].filter((one) => one !== undefined && one !== null).join(' / ')
  })

describe('A sample row, as the agency will see it [PARTNER-06]', () => {
  it('has the name above the email, the day in words and the amount in its currency', () => {
    const maya = { first_name: 'Maya', last_name: 'Ellison', email: 'maya@example.com', created_at: '2026-11-18' }
    const deal = { 'opportunity.amount': '6400', 'opportunity.currency': 'USD', 'opportunity.outcome': 'won' }
    expect(shown({ ...maya, ...deal })).toEqual(['Maya Ellison / maya@example.com', '$6,400.00', 'Nov 18, 2026', 'Won'])
  })

  it('begins with the contact, source, stage and amount', () => {
    const columns = ['first_name', 'email', 'phone', 'source', 'created_at', 'opportunity.amount', 'opportunity.stage']
    expect(sampleColumns(columns).map(({ key }) => key)).toEqual([
      'contact',
      'source',
      'opportunity.stage',
      'opportunity.amount',
      'phone',
      'created_at',
    ])
  })

  it('has what is new right after the contact', () => {
    const columns = ['first_name', 'city', 'source', 'opportunity.amount']
    expect(sampleColumns(columns, new Set(['city'])).map(({ key }) => key)).toEqual([
      'contact',
      'city',
      'source',
      'opportunity.amount',
    ])
  })

  it('has the email alone where no name is known, and no column for what is not shared', () => {
    expect(shown({ email: 'maya@example.com', phone: null })).toEqual(['maya@example.com', ''])
    expect(shown({ lead: 'Lead 7F3A20C', 'opportunity.amount': '1524' })).toEqual(['Lead 7F3A20C', '1,524'])
    expect(shown({ 'opportunity.currency': 'EUR' })).toEqual(['EUR'])
  })
})
