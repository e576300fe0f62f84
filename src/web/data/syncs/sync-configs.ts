import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { forgetIntegrations, integrationsQueryKey, type Integrations } from '../integrations/integrations.ts'
import { saveConfig } from '../integrations/vendor-calls.ts'

interface Saving {
  source: Integration
  /** Everything that is set for the source; what is missing here is unset. */
  settings: SyncSettings
}

/** Saves what is synced from a source, and answers with the source as it is then. A first choice starts the first sync. */
export const useSaveConfig = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (saving: Saving): Promise<Integration> => {
      const { settings, version } = await saveConfig(saving.source, saving.settings)
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
