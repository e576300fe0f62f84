import type { Integration } from '#contract/integrations/integrations.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'

/** What the card counts at this moment: a question about the same records says the same figures, also while more arrive. */
export const useCountsNow = (asked: Integration): Pick<Integration, 'contacts' | 'opportunities'> => {
  const { contacts, opportunities } = useIntegrations().data?.items.find(({ id }) => id === asked.id) ?? asked
  return { contacts, opportunities }
}
