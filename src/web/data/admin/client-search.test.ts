import { describe, expect, it } from 'vitest'
import type { ClientRow } from '#contract/clients.ts'
import type { ErrorCode } from '#contract/kit/errors.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { findClients, type ClientsQuery } from './client-search.ts'

const northlight = { id: 'northlight', status: 'active', type: 'AGENCY' } as ClientRow

/** `listed` is the reply of the list, `byEmail` the reply or error of GET /clients/email; `lookedUp` collects the emails. */
const search = async (query: ClientsQuery, listed: ClientRow[], byEmail: ClientRow | ErrorCode = 'NOT_FOUND') => {
  const lookedUp: string[] = []
  const calls = {
    list: async () => ({ items: listed, total: listed.length }),
    byEmail: async (email: string) => {
      lookedUp.push(email)
      if (typeof byEmail === 'string') throw new ApiError({ code: byEmail })
      return byEmail
    },
  }
  const { items, total } = await findClients(calls, query)
  expect(total).toBe(items.length)
  return { ids: items.map(({ id }) => id), lookedUp }
}

describe('The search for clients [ADMIN-01]', () => {
  it('lists the matches for a part of an email, without a second call', async () => {
    expect(await search({ search: 'ana@north' }, [northlight])).toEqual({ ids: ['northlight'], lookedUp: [] })
  })

  it('looks up the account of a complete email that no owner has', async () => {
    const cho = 'cho@northlight.example.com'
    expect(await search({ search: cho }, [], northlight)).toEqual({ ids: ['northlight'], lookedUp: [cho] })
  })

  it.each(['north', 'cho@', '@northlight', 'cho tanaka@x', undefined])(
    'does not look up %s as a complete email',
    async (text) => {
      expect(await search({ search: text }, [], northlight)).toEqual({ ids: [], lookedUp: [] })
    },
  )

  it.each(['NOT_FOUND', 'VALIDATION_FAILED'] as const)('finds nothing when the server replies %s', async (code) => {
    expect((await search({ search: 'nobody@example.com' }, [], code)).ids).toEqual([])
  })

  it('applies the filters, and reports every other failure', async () => {
    expect((await search({ search: 'cho@example.com', status: 'suspended' }, [], northlight)).ids).toEqual([])
    expect((await search({ search: 'cho@example.com', type: 'COMPANY' }, [], northlight)).ids).toEqual([])
    await expect(search({ search: 'cho@example.com' }, [], 'FORBIDDEN')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
