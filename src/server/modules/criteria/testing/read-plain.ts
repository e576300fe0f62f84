import type { Database } from '#server/platform/db/scope.ts'
import type { PlainData } from './evaluate.ts'

/** Everything that is stored for the company, read row by row. */
export const readPlain = (database: Database, clientId: string, listIds: readonly string[]): Promise<PlainData> =>
  database.inClient(clientId, async (tx) => {
    const contacts = await tx.selectFrom('contact').selectAll().where('client_id', '=', clientId).execute()
    const opportunities = await tx.selectFrom('opportunity').selectAll().where('client_id', '=', clientId).execute()
    const parties = await tx.selectFrom('opportunity_contact').selectAll().where('client_id', '=', clientId).execute()
    const members = await tx.selectFrom('crm_list_member').selectAll().where('client_id', '=', clientId).execute()
    const plain = (row: (typeof contacts | typeof opportunities)[number]) => ({
      id: row.id,
      integrationId: row.data_source_id,
      source: row.source,
      ownerId: row.owner_external_id,
      fields: row.fields as Record<string, string | number | boolean | null>,
      createdAt: row.created_at.toISOString(),
      isDeleted: row.deleted_at !== null,
    })
    const inList = (list: string) =>
      contacts
        .filter((row) =>
          members.some(
            (member) =>
              member.list_external_id === list &&
              member.data_source_id === row.data_source_id &&
              member.contact_external_id === row.external_id,
          ),
        )
        .map(({ id }) => id)
    return {
      contacts: contacts.map((row) => ({ ...plain(row), tags: row.tags, mergedInto: row.merged_into })),
      opportunities: opportunities.map((row) => ({
        ...plain(row),
        pipelineId: row.pipeline_external_id,
        stageId: row.raw_stage,
        contactIds: [
          ...(row.contact_id === null ? [] : [row.contact_id]),
          ...parties.flatMap((party) => (party.opportunity_id === row.id && party.contact_id !== null ? [party.contact_id] : [])),
        ],
      })),
      lists: Object.fromEntries(listIds.map((list) => [list, inList(list)])),
    }
  })
