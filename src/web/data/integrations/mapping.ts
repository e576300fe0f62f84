import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { sheetStatusFreshness } from '../freshness.ts'

/** The rows of the sheet or table, and the contacts they would become. The previous preview stays until the next one has loaded. */
export const useMappingPreview = (integrationId: string, settings: SyncSettings) =>
  useQuery({
    queryKey: ['mapping', integrationId, settings],
    queryFn: ({ signal }) => call(previewMapping, { params: { id: integrationId }, body: { settings: settings } }, { signal }),
    placeholderData: keepPreviousData,
    ...sheetStatusFreshness,
  })
