import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import type { Companies } from './companies.ts'
import type { EndpointRow } from './queries.ts'

/** The key that was replaced, while it still works. */
const previousOf = ({ previous_key_tail: tail, previous_key_until: until }: EndpointRow, now: Date) =>
  tail !== null && until !== null && until > now ? { ends_in: tail, works_until: until.toISOString() } : null

export const toEndpoint = (row: EndpointRow, companies: Companies, lastEventAt: Date | undefined): WebhookEndpoint => {
  const company = companies.of(row.company_id)
  return {
    id: row.id,
    name: company.name,
    company_id: row.company_id,
    company_kind: company.kind,
    key_ends_in: row.key_tail,
    key_since: row.key_since.toISOString(),
    previous_key: previousOf(row, new Date()),
    signs: row.signing_secret_sealed !== null,
    requires_signature: row.requires_signature,
    last_event_at: lastEventAt?.toISOString() ?? null,
    version: row.version,
    created_at: row.created_at.toISOString(),
  }
}
