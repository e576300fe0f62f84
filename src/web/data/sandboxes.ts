import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { config } from '#web/lib/config.ts'

// The sandboxes are a separate site: the types of their replies are repeated here on purpose.

export const faultKinds = ['slow', 'throttle', 'outage', 'drop', 'malformed', 'odd_shape'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** How many more requests it affects; absent: until it is removed. */
  times?: number
  after?: number
  path?: string
  ms?: number
}

export interface WebhookFaults {
  duplicates: number
  isReversed: boolean
  areLost: boolean
}

interface Business {
  id: string
  name: string
  adAccounts: { id: string; name: string; days: number }[]
}

export interface SandboxAccount {
  id: string
  name: string
  /** What a user enters to connect it, by the names of the connector's fields. */
  connect: Record<string, string>
  counts: { people: number; deals: number } | null
  businesses: Business[] | null
  /** The locations of an agency. */
  locations: { id: string; name: string }[] | null
}

export interface SandboxVendor {
  prefix: string
  name: string
  kind: 'crm' | 'ads'
  canMerge: boolean
  hasAgencies: boolean
  faults: Fault[]
  limits: boolean
  /** Null when the vendor sends no webhooks. */
  webhooks: WebhookFaults | null
  accounts: SandboxAccount[]
}

export interface SandboxRecord {
  id: string
  name: string
  detail: string
}

const sandboxesKey = ['sandboxes']
const pollEvery = 3_000

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const refusalOf = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => ({}))) as { message?: unknown }
  const detail = typeof body.message === 'string' ? body.message : ''
  return new ApiError({ code: 'UNAVAILABLE', status: response.status, detail })
}

/** Calls the admin API of the sandboxes. It needs no sign-in, because it has only made-up data. */
const callAdmin = async <T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> => {
  const init: RequestInit = { method, ...(signal ? { signal } : {}) }
  if (body) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const response = await fetch(`${config().sandboxUrl ?? ''}/__admin${path}`, init).catch((error: unknown) => {
    throw signal?.aborted ? error : new ApiError({ code: 'NETWORK' })
  })
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as T
}

/** Polled: faults count down, and syncs change records. */
export const useSandboxes = () =>
  useQuery({
    queryKey: [...sandboxesKey, 'vendors'],
    queryFn: ({ signal }) => callAdmin<{ vendors: SandboxVendor[] }>('GET', '/vendors', undefined, signal),
    refetchInterval: pollEvery,
    retry: false,
  })

export interface AccountRef {
  vendor: string
  account: string
}

const pathOf = ({ vendor, account }: AccountRef) => `/${vendor}/accounts/${encodeURIComponent(account)}`

/** The newest fifty. */
export const useSandboxRecords = (accountRef: AccountRef, object: 'people' | 'deals') =>
  useQuery({
    queryKey: [...sandboxesKey, object, accountRef],
    queryFn: ({ signal }) => callAdmin<{ items: SandboxRecord[] }>('GET', `${pathOf(accountRef)}/${object}`, undefined, signal),
    staleTime: 0,
    retry: false,
  })

const useChange = <V>(mutationFn: (variables: V) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: sandboxesKey }) })
}

export const useVendorActs = (vendor: string) => ({
  addAccount: useChange((name: string) => callAdmin('POST', `/${vendor}/accounts`, { name })),
  addAgency: useChange((agency: { name: string; locations: { name: string }[] }) =>
    callAdmin('POST', `/${vendor}/agencies`, agency),
  ),
  setFaults: useChange(async (faults: readonly Fault[]) => {
    await callAdmin('DELETE', `/${vendor}/faults`)
    for (const fault of faults) await callAdmin('POST', `/${vendor}/faults`, fault)
  }),
  setLimits: useChange((on: boolean) => callAdmin('PUT', `/${vendor}/limits`, { on })),
  setWebhooks: useChange((faults: Partial<WebhookFaults>) => callAdmin('PUT', `/${vendor}/webhooks`, faults)),
})

export interface ContactChange {
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  source?: string
}

export type OpportunityStage = number | 'won' | 'lost'

export interface NewOpportunity {
  name: string
  amount: number | null
  personIds: string[]
  stage: OpportunityStage
}

/** What a user of the vendor's account would do there. */
export const useAccountActs = (accountRef: AccountRef) => {
  const base = pathOf(accountRef)
  const one = (object: 'people' | 'deals', id: string) => `${base}/${object}/${encodeURIComponent(id)}`
  return {
    fill: useChange((filling: { people: number; deals: number; seed: number }) => callAdmin('POST', `${base}/fill`, filling)),
    endTokens: useChange((how: 'expire' | 'revoke') => callAdmin('POST', `${base}/tokens`, { do: how })),
    addBusiness: useChange((business: { name: string; adAccounts: { name: string; currency: string }[] }) =>
      callAdmin('POST', `${base}/businesses`, business),
    ),
    addContact: useChange((contact: ContactChange) => callAdmin('POST', `${base}/people`, contact)),
    updateContact: useChange(({ id, ...change }: ContactChange & { id: string }) =>
      callAdmin('PATCH', one('people', id), change),
    ),
    deleteContact: useChange((id: string) => callAdmin('DELETE', one('people', id))),
    mergeContacts: useChange(({ from, into }: { from: string; into: string }) =>
      callAdmin('POST', `${one('people', from)}/merge`, { into }),
    ),
    addOpportunity: useChange((opportunity: NewOpportunity) => callAdmin('POST', `${base}/deals`, opportunity)),
    moveOpportunity: useChange(({ id, stage }: { id: string; stage: OpportunityStage }) =>
      callAdmin('PATCH', one('deals', id), { stage }),
    ),
    deleteOpportunity: useChange((id: string) => callAdmin('DELETE', one('deals', id))),
  }
}
