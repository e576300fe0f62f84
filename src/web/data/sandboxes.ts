import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { config } from '#web/lib/config.ts'

// The sandboxes are a foreign site: what they answer is described here a second time on purpose.

export const faultKinds = ['slow', 'throttle', 'outage', 'drop', 'malformed', 'odd_shape'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** How many requests it still hits; absent: until it is taken away. */
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
  /** What a person enters to connect it, by the names of the connector's fields. */
  connect: Record<string, string>
  counts: { people: number; deals: number } | null
  businesses: Business[] | null
  /** Of an agency. */
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
  /** Null: it sends none. */
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

/** The side door of the sandboxes. They know no sign-in: nothing behind it is real. */
const ask = async <T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> => {
  const init: RequestInit = { method, ...(signal ? { signal } : {}) }
  if (body) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const response = await fetch(`${config().sandboxUrl ?? ''}/__admin${path}`, init).catch((error: unknown) => {
    throw signal?.aborted ? error : new ApiError({ code: 'NETWORK' })
  })
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as T
}

/** Asked for again and again: switches count down, and records arrive from elsewhere. */
export const useSandboxes = () =>
  useQuery({
    queryKey: [...sandboxesKey, 'vendors'],
    queryFn: ({ signal }) => ask<{ vendors: SandboxVendor[] }>('GET', '/vendors', undefined, signal),
    refetchInterval: pollEvery,
    retry: false,
  })

export interface AccountRef {
  vendor: string
  account: string
}

const pathOf = ({ vendor, account }: AccountRef) => `/${vendor}/accounts/${encodeURIComponent(account)}`

/** The newest fifty. */
export const useSandboxRecords = (place: AccountRef, object: 'people' | 'deals') =>
  useQuery({
    queryKey: [...sandboxesKey, object, place],
    queryFn: ({ signal }) => ask<{ items: SandboxRecord[] }>('GET', `${pathOf(place)}/${object}`, undefined, signal),
    staleTime: 0,
    retry: false,
  })

const useChange = <V>(mutationFn: (variables: V) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: sandboxesKey }) })
}

export const useVendorActs = (vendor: string) => ({
  addAccount: useChange((name: string) => ask('POST', `/${vendor}/accounts`, { name })),
  addAgency: useChange((agency: { name: string; locations: { name: string }[] }) => ask('POST', `/${vendor}/agencies`, agency)),
  setFaults: useChange(async (faults: readonly Fault[]) => {
    await ask('DELETE', `/${vendor}/faults`)
    for (const fault of faults) await ask('POST', `/${vendor}/faults`, fault)
  }),
  setLimits: useChange((on: boolean) => ask('PUT', `/${vendor}/limits`, { on })),
  setWebhooks: useChange((faults: Partial<WebhookFaults>) => ask('PUT', `/${vendor}/webhooks`, faults)),
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

/** What somebody who works in the vendor's account would do there. */
export const useAccountActs = (place: AccountRef) => {
  const base = pathOf(place)
  const one = (object: 'people' | 'deals', id: string) => `${base}/${object}/${encodeURIComponent(id)}`
  return {
    fill: useChange((filling: { people: number; deals: number; seed: number }) => ask('POST', `${base}/fill`, filling)),
    endTokens: useChange((how: 'expire' | 'revoke') => ask('POST', `${base}/tokens`, { do: how })),
    addBusiness: useChange((business: { name: string; adAccounts: { name: string; currency: string }[] }) =>
      ask('POST', `${base}/businesses`, business),
    ),
    addPerson: useChange((person: ContactChange) => ask('POST', `${base}/people`, person)),
    changePerson: useChange(({ id, ...change }: ContactChange & { id: string }) => ask('PATCH', one('people', id), change)),
    removePerson: useChange((id: string) => ask('DELETE', one('people', id))),
    mergePeople: useChange(({ from, into }: { from: string; into: string }) =>
      ask('POST', `${one('people', from)}/merge`, { into }),
    ),
    addDeal: useChange((deal: NewOpportunity) => ask('POST', `${base}/deals`, deal)),
    moveDeal: useChange(({ id, stage }: { id: string; stage: OpportunityStage }) => ask('PATCH', one('deals', id), { stage })),
    removeDeal: useChange((id: string) => ask('DELETE', one('deals', id))),
  }
}
