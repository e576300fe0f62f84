import type { Tx } from '#server/platform/db/scope.ts'

export const selectIntegrations = (tx: Tx, clientId: string, active: boolean | undefined) =>
  tx
    .selectFrom('integration')
    .select(['id', 'client_id', 'type', 'name', 'status', 'account', 'syncing', 'created_at'])
    .where('client_id', '=', clientId)
    .$if(active === true, (query) => query.where('status', '=', 'active'))
    .$if(active === false, (query) => query.where('status', '<>', 'active'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
