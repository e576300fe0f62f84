// Separate from the queries, which need a browser.
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { Reply, Request } from '#contract/kit/route.ts'
import { emailRule } from '#contract/kit/text-rules.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'

export type ClientsQuery = Request<typeof listClients>['query']
type Clients = Reply<typeof listClients>

interface ClientCalls {
  list: () => Promise<Clients>
  byEmail: (email: string) => Promise<ClientRow>
}

const isNone = (error: unknown) => error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code)

/** The list searches only the emails of owners. A complete email without a match may belong to another user of an account. */
export const findClients = async ({ list, byEmail }: ClientCalls, query: ClientsQuery): Promise<Clients> => {
  const found = await list()
  const { search = '' } = query
  if (found.total > 0 || emailRule(search) !== undefined) return found
  const client = await byEmail(search.trim()).catch((error: unknown) => {
    if (isNone(error)) return undefined
    throw error
  })
  const { status, type } = query
  const isMatch = client && (!status || client.status === status) && (!type || client.type === type)
  return isMatch ? { items: [client], total: 1 } : found
}
