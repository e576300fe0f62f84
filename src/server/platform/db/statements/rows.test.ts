import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { listLiteral, rowset, textArray } from './rows.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const select = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await db.database.asSystem('a test', (tx) => statement.execute(tx))).rows

const oddities = ['', ' ', 'null', 'NULL', '{}', '"quoted"', String.raw`C:\path`, 'two\nlines', 'a,b', 'Zoë 🌊', null]

describe('Many texts as one parameter', () => {
  it('arrive unchanged, including nulls', async () => {
    expect(await select(sql`select ${textArray(oddities)}::text[] as texts`)).toEqual([{ texts: oddities }])
  })

  it('may be empty', async () => {
    expect(await select(sql`select ${textArray([])}::text[] as texts`)).toEqual([{ texts: [] }])
  })

  it('lose what PostgreSQL cannot store: zero bytes and half characters', async () => {
    expect(await select(sql`select ${textArray(['a\0b', 'half \ud83d'])}::text[] as texts`)).toEqual([
      { texts: ['ab', 'half \ufffd'] },
    ])
  })
})

describe('Many rows as parameters', () => {
  it('have the given types', async () => {
    const rows = [
      {
        name: 'Ada',
        size: 3,
        isIn: true,
        at: '2026-01-02T03:04:05.000Z',
        tags: listLiteral(['a "b"', String.raw`c\d`, 'e,f', '']),
      },
      { name: null, size: null, isIn: false, at: null, tags: listLiteral([]) },
    ]
    const types = { name: 'text', size: 'integer', isIn: 'boolean', at: 'timestamptz', tags: 'text[]' } as const
    expect(await select(sql`select * from ${rowset(rows, types)} as r`)).toEqual([
      { name: 'Ada', size: 3, isIn: true, at: new Date('2026-01-02T03:04:05Z'), tags: ['a "b"', String.raw`c\d`, 'e,f', ''] },
      { name: null, size: null, isIn: false, at: null, tags: [] },
    ])
  })
})
