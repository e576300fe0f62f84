import { useMutation, useQuery } from '@tanstack/react-query'
import {
  connectAdAccounts,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
  type AdAccount,
} from '#contract/ad-accounts.ts'
import type { Integration } from '#contract/integrations.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { forgetIntegrations } from './integrations.ts'

export interface AdBusiness {
  /** Null: accounts that belong to no business. */
  id: string | null
  name: string | null
  accounts: AdAccount[]
}

const ofFacebook = async (integration_id: string, signal: AbortSignal): Promise<AdBusiness[]> => {
  const query = { integration_id }
  const [businesses, accounts] = await Promise.all([
    call(listFacebookBusinesses, { query }, { signal }),
    call(listFacebookAccounts, { query }, { signal }),
  ])
  const known = new Set(businesses.items.map(({ id }) => id))
  const alone = accounts.items.filter(({ businessid }) => businessid === null || !known.has(businessid))
  return [
    ...businesses.items.map(({ id, name }) => ({
      id,
      name,
      accounts: accounts.items.filter(({ businessid }) => businessid === id),
    })),
    ...(alone.length > 0 ? [{ id: null, name: null, accounts: alone }] : []),
  ]
}

const ofGoogle = async (integration_id: string, signal: AbortSignal): Promise<AdBusiness[]> =>
  (await call(listGoogleBusinesses, { query: { integration_id } }, { signal })).items

/** The ad accounts that can be chosen, under the business each belongs to. */
export const useAdBusinesses = ({ id, type }: Integration) =>
  useQuery({
    queryKey: ['ad-accounts', id],
    queryFn: ({ signal }) => (type === 'google' ? ofGoogle(id, signal) : ofFacebook(id, signal)),
    staleTime: 0,
  })

/** One source for each of them. */
export const useConnectAdAccounts = ({ id }: Integration) =>
  useMutation({
    mutationFn: (chosen: readonly { account: string; business: string | null }[]) =>
      call(connectAdAccounts, {
        params: { id },
        body: { adaccounts: chosen.map(({ account, business }) => ({ adaccount: account, businessid: business })) },
      }),
    onSettled: forgetIntegrations,
  })
