import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'

/** The company, or the agency itself. */
export const useEndpointName = () => {
  const { t } = useTranslation('webhooks')
  return ({ name, company_id: company }: Pick<WebhookEndpoint, 'name' | 'company_id'>): string =>
    company === null ? t('own', { name }) : name
}
