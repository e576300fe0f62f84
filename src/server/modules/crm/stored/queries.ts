import { sql } from 'kysely'
import { textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../model.ts'

const contactColumns = [
  'id',
  'external_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'city',
  'region',
  'postal_code',
  'country',
  'source',
  'owner_external_id',
  'tags',
  'fields',
  'created_at',
  'updated_at',
] as const

export const selectContacts = (tx: Tx, { clientId, dataSourceId }: DataSourceRef, externalIds: readonly string[]) =>
  tx
    .selectFrom('contact')
    .select(contactColumns)
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', dataSourceId)
    .where(sql<boolean>`external_id = any(${textArray(externalIds)}::text[])`)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .execute()

/** By their own ids, and those of contacts. */
export const selectOpportunities = (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { externalIds, contactIds }: { externalIds: readonly string[]; contactIds: readonly string[] },
) =>
  tx
    .selectFrom('opportunity')
    .select([
      'id',
      'external_id',
      'name',
      'contact_id',
      sql<string | null>`amount::text`.as('amount'),
      'currency',
      'pipeline_external_id',
      'raw_stage',
      'provider_outcome',
      'outcome_reason',
      'owner_external_id',
      'source',
      'fields',
      'created_at',
      'updated_at',
      'closed_at',
    ])
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', dataSourceId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(external_id = any(${textArray(externalIds)}::text[]) or contact_id = any(${textArray(contactIds)}::text[]::uuid[]))`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const selectStageEvents = (tx: Tx, clientId: string, opportunityIds: readonly string[]) =>
  tx
    .selectFrom('stage_event')
    .select(['opportunity_id', 'at', 'raw_stage'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`opportunity_id = any(${textArray(opportunityIds)}::text[]::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('at')
    .orderBy('seq')
    .execute()

export const selectStages = (tx: Tx, { clientId, dataSourceId }: DataSourceRef) =>
  tx
    .selectFrom('pipeline_stage')
    .select(['pipeline_external_id', 'external_id', 'name', 'order_index', 'outcome'])
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', dataSourceId)
    .where('deleted_at', 'is', null)
    .orderBy('order_index')
    .execute()

/** The contacts of opportunities by the data source's ids, the primary one first. */
export const selectParties = (tx: Tx, clientId: string, opportunityIds: readonly string[]) =>
  tx
    .selectFrom('opportunity_contact')
    .select(['opportunity_id', 'contact_external_id'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`opportunity_id = any(${textArray(opportunityIds)}::text[]::uuid[])`)
    .orderBy('is_primary', 'desc')
    .orderBy('contact_external_id')
    .execute()
