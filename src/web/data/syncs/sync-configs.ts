import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { forgetIntegrations, integrationsQueryKey, type Integrations } from '../integrations/integrations.ts'
import { saveConfig } from '../integrations/vendor-calls.ts'

interface Saving {
  source: Integration
  /** All settings of the source; a setting that is missing here is removed. */
  settings: SyncSettings
}

/** Saves what is synced from a source, and returns the updated source. The first save starts the first sync. */
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
