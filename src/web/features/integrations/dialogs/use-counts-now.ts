import type { Integration } from '#contract/integrations/integrations.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'

/** The current counts of the card: a dialog about the same records shows the same numbers, also while a sync adds more. */
export const useCountsNow = (source: Integration): Pick<Integration, 'contacts' | 'opportunities'> => {
  const { contacts, opportunities } = useIntegrations().data?.items.find(({ id }) => id === source.id) ?? source
  return { contacts, opportunities }
}
