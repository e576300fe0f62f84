import { describe, expect, it } from 'vitest'
import { MalformedQuery, parseSoql } from './soql.ts'

describe('SOQL', () => {
  it('parses a keyset condition with its parentheses', () => {
    const text = `SELECT Id FROM Contact WHERE (SystemModstamp > 2026-01-01T00:00:00Z OR (SystemModstamp = 2026-01-01T00:00:00Z AND Id > '003'))
      ORDER BY SystemModstamp, Id DESC LIMIT 10`
    expect(parseSoql(text)).toMatchObject({
      from: 'Contact',
      select: [{ field: 'Id' }],
      where: {
        kind: 'or',
        parts: [{ operator: '>' }, { kind: 'and', parts: [{ operator: '=' }, { values: [{ value: '003' }] }] }],
      },
      orderBy: [
        { field: 'SystemModstamp', isDescending: false },
        { field: 'Id', isDescending: true },
      ],
      limit: 10,
    })
  })

  it('parses lists, LIKE, escaped quotes and keywords in any case', () => {
    expect(
      parseSoql(`select count() from Lead where LastName like 'O\\'B%' and Status not in ('a', 'b') and IsConverted = FALSE`),
    ).toEqual({
      from: 'Lead',
      orderBy: [],
      where: {
        kind: 'and',
        parts: [
          { kind: 'compare', field: 'LastName', operator: 'like', values: [{ kind: 'string', value: "O'B%" }] },
          {
            kind: 'compare',
            field: 'Status',
            operator: 'not in',
            values: [
              { kind: 'string', value: 'a' },
              { kind: 'string', value: 'b' },
            ],
          },
          { kind: 'compare', field: 'IsConverted', operator: '=', values: [{ kind: 'boolean', value: false }] },
        ],
      },
    })
  })

  it.each([
    '',
    'SELECT FROM Contact',
    'SELECT Id FROM Contact WHERE a = 1 AND b = 2 OR c = 3',
    "SELECT Id FROM Contact WHERE a = 'open",
    'SELECT Id FROM Contact nonsense',
  ])('rejects %j', (text) => {
    expect(() => parseSoql(text)).toThrow(MalformedQuery)
  })
})
