import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { sheetStatusFreshness } from '../freshness.ts'

/** What is in the sheet or table, and what would become of it. The one before stays in sight until the next has come. */
export const useMappingPreview = (integrationId: string, settings: SyncSettings) =>
  useQuery({
    queryKey: ['mapping', integrationId, settings],
    queryFn: ({ signal }) => call(previewMapping, { params: { id: integrationId }, body: { settings: settings } }, { signal }),
    placeholderData: keepPreviousData,
    ...sheetStatusFreshness,
  })
