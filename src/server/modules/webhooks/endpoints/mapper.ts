import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import type { EndpointCompany } from './companies.ts'
import type { ShownRow } from './queries.ts'

const previousOf = ({ previous_key_tail: tail, previous_key_until: until }: ShownRow): WebhookEndpoint['previous_key'] =>
  tail === null || until === null || until <= new Date() ? null : { ends_in: tail, works_until: until.toISOString() }

export const toEndpoint = (row: ShownRow, company: EndpointCompany): WebhookEndpoint => ({
  id: row.id,
  name: company.name,
  company_id: row.company_id,
  company_kind: company.kind,
  key_ends_in: row.key_tail,
  key_since: row.key_since.toISOString(),
  previous_key: previousOf(row),
  signs: row.signing_secret_sealed !== null,
  requires_signature: row.requires_signature,
  last_event_at: row.last_event_at?.toISOString() ?? null,
  version: row.version,
  created_at: row.created_at.toISOString(),
})
