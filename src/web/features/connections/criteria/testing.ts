import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import type { Integration } from '#contract/integrations/integrations.ts'

const hubspotId = '0199c0de-0000-7000-8000-000000000001'

/** The connected CRM of the company. */
export const hubspot = { id: hubspotId, type: 'hubspot', vendor: 'HubSpot', name: 'HubSpot', account: 'Helio' } as Integration

export const taggedOnly: Criteria = {
  ...emptyCriteria(hubspotId),
  filter: { field: 'tag', op: 'has_any', values: ['northlight'] },
  type_of_data: 'BASIC',
}

const sentence = [
  { text: 'Helio Solar shares people tagged ', isValue: false },
  { text: 'northlight', isValue: true },
  { text: ', with name and email. Source: ', isValue: false },
  { text: 'HubSpot', isValue: true },
  { text: '. Purpose: marketing measurement.', isValue: false },
]

export const draftVersion: CriteriaVersion = {
  version: 1,
  state: 'draft',
  criteria: taggedOnly,
  sentence,
  fields: [{ key: 'email', label: 'Email' }],
  typeOfData: 'BASIC',
  allowsAudiences: true,
  allowsExport: false,
  textHash: 'sha256:one',
  contacts: 2318,
  opportunities: 1291,
  isEstimate: false,
  comparedWith: null,
  changes: [],
  leftOut: null,
  sensitiveReason: null,
  by: 'Marcus Vale',
  savedAt: '2026-11-14T10:00:00.000Z',
  acknowledgedAt: null,
  submittedAt: null,
  decidedAt: null,
  inForceFrom: null,
  inForceTo: null,
}

export const previewOf = (contacts: number): CriteriaPreview => ({
  shared: { contacts, opportunities: 1291 },
  isEstimate: false,
  excluded: { contacts: 37, opportunities: 0 },
  sample: { columns: ['first_name', 'email'], rows: [['Maya', 'maya@example.com']], newRows: [] },
  change: null,
  sentence,
  textHash: 'sha256:preview',
  sensitive: [],
})
