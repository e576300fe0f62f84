import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createActiveCampaignConfig, createConfig, createGhlConfig } from '#contract/configs.ts'
import type { Integration } from '#contract/integrations.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { forgetIntegrations, integrationsQueryKey, type Integrations } from './integrations.ts'

interface Saving {
  source: Integration
  /** Everything that is set for the source; what is missing here is unset. */
  settings: SyncSettings
}

/** What somebody chose of a CRM. */
const choiceOf = ({ lists, tags, dispos, source_field }: SyncSettings) => ({ lists, tags, dispos, source_field })

/** GoHighLevel and ActiveCampaign have calls of their own, which name the account as the vendor does. */
const send = ({ source, settings }: Saving) => {
  const { id, type, hub_id: hubId, client_id, version } = source
  if (type === 'ghl' && hubId !== null)
    return call(createGhlConfig, { body: { client_id, version, locationId: hubId, ...choiceOf(settings) } })
  if (type === 'active_campaign' && hubId !== null)
    return call(createActiveCampaignConfig, { body: { client_id, version, hub_id: hubId, ...choiceOf(settings) } })
  return call(createConfig, { body: { client_id, version, integration_id: id, settings } })
}

/** Saves what is synced from a source, and answers with the source as it is then. A first choice starts the first sync. */
export const useSaveConfig = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (saving: Saving): Promise<Integration> => {
      const { settings, version } = await send(saving)
      return { ...saving.source, settings, version }
    },
    onSuccess: ({ id, settings, version }) =>
      queryClient.setQueryData<Integrations>(
        integrationsQueryKey,
        (list) => list && { ...list, items: list.items.map((item) => (item.id === id ? { ...item, settings, version } : item)) },
      ),
    onSettled: forgetIntegrations,
  })
}
