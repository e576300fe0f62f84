// The tokens of one login. Several sources may read with them; a renewal is done once for all of these.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Place } from '../../integrations/service.ts'

export interface GrantRef {
  clientId: string
  grantId: string
}

interface SealedTokens {
  accessSealed: string | null
  refreshSealed: string | null
  expiresAt: Date | null
}

/** Whose grant it is: that of a login, which others may share, or of one source alone. */
export interface GrantOwner extends Place {
  type: string
  loginId: string | null
}

const lockOne = (tx: Tx, { clientId, type, loginId }: GrantOwner, id: string) =>
  tx
    .selectFrom('integration_secret')
    .select('id')
    .where('client_id', '=', clientId)
    .$if(loginId === null, (query) => query.where('id', '=', id))
    .$if(loginId !== null, (query) => query.where('type', '=', type).where('login_id', '=', loginId))
    .forUpdate()
    .executeTakeFirst()

const attempts = 3

/** The grant of an owner, made where there is none, and held until this transaction is over. */
export const lockGrant = async (tx: Tx, owner: GrantOwner, newId: string): Promise<string> => {
  const { clientId, integrationId, type, loginId } = owner
  const id = loginId === null ? integrationId : newId
  // The last source of a login may be disconnected at the same moment, and its grant with it.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await tx
      .insertInto('integration_secret')
      .values({ client_id: clientId, id, type, login_id: loginId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const held = await lockOne(tx, owner, id)
    if (held) return held.id
  }
  throw new Error('The grant of a login comes and goes')
}

/** The grant that a source reads with, held until this transaction is over. */
export const lockGrantOf = async (tx: Tx, { clientId, integrationId }: Place): Promise<string | undefined> => {
  const held = await tx
    .selectFrom('integration_secret')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', 'in', (of) =>
      of
        .selectFrom('integration_access')
        .select('grant_id')
        .where('integration_access.client_id', '=', clientId)
        .where('integration_id', '=', integrationId),
    )
    .forUpdate()
    .executeTakeFirst()
  return held?.id
}

/** New tokens after a consent: a renewal that is under way with the old ones is void. */
export const replaceTokens = async (tx: Tx, { clientId, grantId }: GrantRef, tokens: SealedTokens): Promise<void> => {
  await tx
    .updateTable('integration_secret')
    .set({
      access_sealed: tokens.accessSealed,
      refresh_sealed: tokens.refreshSealed,
      expires_at: tokens.expiresAt,
      version: sql`version + 1`,
      renewing_until: null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', grantId)
    .execute()
}

/** Grants that no source reads with any more. */
export const deleteUnusedGrants = async (tx: Tx, clientId: string): Promise<void> => {
  await tx
    .deleteFrom('integration_secret')
    .where('client_id', '=', clientId)
    .where('id', 'not in', (of) =>
      of.selectFrom('integration_access').select('grant_id').where('integration_access.client_id', '=', clientId),
    )
    .execute()
}

/** The right to renew, for longer than a turn and an answer of the vendor can take; nobody else gets it meanwhile. */
export const claimRenewal = async (tx: Tx, { clientId, grantId }: GrantRef, version: number): Promise<boolean> => {
  const claimed = await tx
    .updateTable('integration_secret')
    .set({ renewing_until: sql`now() + interval '2 minutes'` })
    .where('client_id', '=', clientId)
    .where('id', '=', grantId)
    .where('version', '=', version)
    .where((or) => or.or([or('renewing_until', 'is', null), or('renewing_until', '<', sql<Date>`now()`)]))
    .returning('version')
    .executeTakeFirst()
  return claimed !== undefined
}

export const storeRenewal = async (
  tx: Tx,
  { clientId, grantId }: GrantRef,
  { version, ...tokens }: SealedTokens & { version: number },
) => {
  await tx
    .updateTable('integration_secret')
    .set({
      access_sealed: tokens.accessSealed,
      refresh_sealed: tokens.refreshSealed,
      expires_at: tokens.expiresAt,
      version: sql`version + 1`,
      renewing_until: null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', grantId)
    .where('version', '=', version)
    .execute()
}

export const releaseRenewal = async (tx: Tx, { clientId, grantId }: GrantRef, version: number): Promise<void> => {
  await tx
    .updateTable('integration_secret')
    .set({ renewing_until: null })
    .where('client_id', '=', clientId)
    .where('id', '=', grantId)
    .where('version', '=', version)
    .execute()
}
