import { useMutation, useQuery } from '@tanstack/react-query'
import type { Integration } from '#contract/integrations/integrations.ts'
import { connectLocations, listLocations, type Location } from '#contract/integrations/locations.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { forgetIntegrations } from './integrations.ts'

/** Locations have no parent to group them by. */
const inOneGroup = (locations: Location[]) => (locations.length > 0 ? [{ id: null, name: null, accounts: locations }] : [])

/** The locations that the user can choose. */
export const useLocations = ({ id }: Integration) =>
  useQuery({
    queryKey: ['locations', id],
    queryFn: async ({ signal }) => inOneGroup((await call(listLocations, { params: { id } }, { signal })).items),
    staleTime: 0,
  })

/** Creates one source for each location. */
export const useConnectLocations = ({ id }: Integration) =>
  useMutation({
    mutationFn: (locations: readonly string[]) => call(connectLocations, { params: { id }, body: { locations: [...locations] } }),
    onSettled: forgetIntegrations,
  })
