// The tokens of one login. Several sources may share them; a renewal is done once for all.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../../model.ts'

export interface GrantRef {
  clientId: string
  grantId: string
}

interface SealedTokens {
  accessSealed: string | null
  refreshSealed: string | null
  expiresAt: Date | null
}

/** The owner of a grant: a login, which several sources may share, or a single source. */
export interface GrantOwner extends IntegrationRef {
  type: string
  loginId: string | null
  /** Other sources that will use it too. */
  others: readonly string[]
}

/** Locks the grants that the owner's sources use now and the one that they will use, always in the order of ids. */
const lockKnown = async (tx: Tx, { clientId, integrationId, type, loginId, others }: GrantOwner): Promise<string[]> => {
  const held = await tx
    .selectFrom('integration_secret')
    .select('id')
    .where('client_id', '=', clientId)
    .where((or) =>
      or.or([
        loginId === null ? or('id', '=', integrationId) : or.and([or('type', '=', type), or('login_id', '=', loginId)]),
        or('id', 'in', (of) =>
          of
            .selectFrom('integration_access')
            .select('grant_id')
            .where('integration_access.client_id', '=', clientId)
            .where('integration_id', 'in', [integrationId, ...others]),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return held.map(({ id }) => id)
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

/** Locks the grant of an owner, creating it if needed, and the grants that its sources use now, until this transaction ends. */
export const lockGrant = async (tx: Tx, owner: GrantOwner, newId: string): Promise<{ grantId: string; before: string[] }> => {
  const { clientId, integrationId, type, loginId } = owner
  const known = await lockKnown(tx, owner)
  const id = loginId === null ? integrationId : newId
  // The last source of a login may be disconnected at the same moment, and its grant with it.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await tx
      .insertInto('integration_secret')
      .values({ client_id: clientId, id, type, login_id: loginId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const held = await lockOne(tx, owner, id)
    if (held) return { grantId: held.id, before: known.filter((one) => one !== held.id) }
  }
  throw new Error('The grant of a login comes and goes')
}

const grantOf = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<string | undefined> => {
  const access = await tx
    .selectFrom('integration_access')
    .select('grant_id')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()
  return access?.grant_id
}

/** Locks the grant that a source uses until this transaction ends. The source may get another grant while we wait. */
export const lockGrantOf = async (tx: Tx, ref: IntegrationRef): Promise<string | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const grantId = await grantOf(tx, ref)
    if (grantId === undefined) return undefined
    await tx
      .selectFrom('integration_secret')
      .select('id')
      .where('client_id', '=', ref.clientId)
      .where('id', '=', grantId)
      .forUpdate()
      .execute()
    if ((await grantOf(tx, ref)) === grantId) return grantId
  }
  throw new Error('The grant of a source comes and goes')
}

const columnsOf = ({ accessSealed, refreshSealed, expiresAt }: SealedTokens) => ({
  access_sealed: accessSealed,
  refresh_sealed: refreshSealed,
  expires_at: expiresAt,
  version: sql<number>`version + 1`,
  renewing_until: null,
})

/** Stores new tokens after a consent: a renewal that is under way with the old ones is void. */
export const replaceTokens = async (tx: Tx, { clientId, grantId }: GrantRef, tokens: SealedTokens): Promise<void> => {
  await tx
    .updateTable('integration_secret')
    .set(columnsOf(tokens))
    .where('client_id', '=', clientId)
    .where('id', '=', grantId)
    .execute()
}

/** A grant that no source uses. */
export const selectUnusedGrant = (tx: Tx, { clientId, grantId }: GrantRef) =>
  tx
    .selectFrom('integration_secret')
    .select(['access_sealed', 'refresh_sealed'])
    .where('client_id', '=', clientId)
    .where('id', '=', grantId)
    .where('id', 'not in', (of) =>
      of.selectFrom('integration_access').select('grant_id').where('integration_access.client_id', '=', clientId),
    )
    .executeTakeFirst()

/** Deletes the locked grants that no source uses anymore. */
export const deleteUnusedGrants = async (tx: Tx, clientId: string, held: readonly string[]): Promise<void> => {
  if (held.length === 0) return
  await tx
    .deleteFrom('integration_secret')
    .where('client_id', '=', clientId)
    .where('id', 'in', held)
    .where('id', 'not in', (of) =>
      of.selectFrom('integration_access').select('grant_id').where('integration_access.client_id', '=', clientId),
    )
    .execute()
}

/** Claims the renewal for longer than it can take, so that only one worker renews. */
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
    .set(columnsOf(tokens))
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
