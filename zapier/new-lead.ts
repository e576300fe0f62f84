// Zapier remembers the ids it has seen, so each lead starts a Zap once.
import { listContacts, type Contact } from './calls.ts'
import type { Perform } from './platform.ts'

/** The most that one page of the API has. */
const pageSize = 100

const perform: Perform<Contact[]> = (z, bundle) => listContacts(z, bundle, pageSize)

export const newLead = {
  key: 'new_lead',
  noun: 'Lead',
  display: {
    label: 'New Lead',
    description:
      'Triggers when there is a new lead, from your own sources, of a ghost company, or shared by a connected company.',
  },
  operation: {
    type: 'polling',
    perform,
    sample: {
      id: '01900000-0000-7000-8000-000000000001',
      integration_id: null,
      webhook_endpoint_id: null,
      shared: {
        connection_id: '01900000-0000-7000-8000-000000000002',
        company_id: '01900000-0000-7000-8000-000000000003',
        company: 'Brightsmile Dental',
        version: 1,
        since: '2026-03-01T10:00:00.000Z',
        type_of_data: 'BASIC',
        allow_export: true,
      },
      ghost_company: null,
      external_id: 'crm-77',
      name: 'Nia Barnes',
      email: 'nia@example.com',
      phone: '+12125550199',
      source: 'google',
      created_at: '2026-03-01T10:00:00.000Z',
      updated_at: null,
    },
    outputFields: [
      { key: 'id', label: 'ID', primary: true },
      { key: 'name', label: 'Name' },
      { key: 'email', label: 'Email' },
      { key: 'phone', label: 'Phone' },
      { key: 'source', label: 'Source' },
      { key: 'created_at', label: 'Created at', type: 'datetime' },
      { key: 'updated_at', label: 'Updated at', type: 'datetime' },
      { key: 'external_id', label: 'ID in the CRM' },
      { key: 'integration_id', label: 'Source ID' },
      { key: 'webhook_endpoint_id', label: 'Webhook endpoint ID' },
      { key: 'ghost_company__name', label: 'Ghost company' },
      { key: 'ghost_company__id', label: 'Ghost company ID' },
      { key: 'shared__company', label: 'Shared by' },
      { key: 'shared__company_id', label: 'Company ID' },
      { key: 'shared__connection_id', label: 'Connection ID' },
      { key: 'shared__since', label: 'Shared since', type: 'datetime' },
      { key: 'shared__type_of_data', label: 'Type of data' },
    ],
  },
}
