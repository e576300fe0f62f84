import { useMutation, useQuery } from '@tanstack/react-query'
import { connectAdAccounts, listAdAccounts } from '#contract/integrations/ad-accounts.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { forgetIntegrations } from './integrations.ts'

/** The ad accounts that the user can choose, grouped by business. */
export const useAdBusinesses = ({ id }: Integration) =>
  useQuery({
    queryKey: ['ad-accounts', id],
    queryFn: async ({ signal }) => (await call(listAdAccounts, { params: { id } }, { signal })).items,
    staleTime: 0,
  })

/** Creates one source for each ad account. */
export const useConnectAdAccounts = ({ id }: Integration) =>
  useMutation({
    mutationFn: (chosen: readonly { account: string; business: string | null }[]) =>
      call(connectAdAccounts, {
        params: { id },
        body: { adaccounts: chosen.map(({ account, business }) => ({ adaccount: account, businessid: business })) },
      }),
    onSettled: forgetIntegrations,
  })
