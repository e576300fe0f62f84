import type { Integration } from '#contract/integrations/integrations.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { isBehind } from './run-state.ts'

/** Whether a run waits for another source of the account. */
export const useIsBehind = (source: Integration): boolean => isBehind(source, useIntegrations().data?.items ?? [])
