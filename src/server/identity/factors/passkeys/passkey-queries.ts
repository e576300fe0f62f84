import type { Tx } from '#server/platform/db/scope.ts'

export interface Passkey {
  credentialId: string
  publicKey: Buffer
  signCount: number
  name: string
  attachment: string | null
  transports: readonly string[]
  createdAt: Date
}

const columns = [
  'credential_id as credentialId',
  'public_key as publicKey',
  'sign_count as signCount',
  'name',
  'attachment',
  'transports',
  'created_at as createdAt',
] as const

interface Owned {
  sub: string
  credentialId: string
}

/** Oldest first. */
export const selectPasskeys = (tx: Tx, sub: string): Promise<Passkey[]> =>
  tx
    .selectFrom('pool.passkey')
    .select(columns)
    .where('sub', '=', sub)
    .orderBy('created_at')
    .orderBy('credential_id')
    .$castTo<Passkey>()
    .execute()

/** The passkey of another user is not found. */
export const selectPasskey = (tx: Tx, { sub, credentialId }: Owned): Promise<Passkey | undefined> =>
  tx
    .selectFrom('pool.passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .where('sub', '=', sub)
    .$castTo<Passkey>()
    .executeTakeFirst()

/** False if it is already registered, for any user. */
export const insertPasskey = async (tx: Tx, sub: string, passkey: Passkey): Promise<boolean> => {
  const row = await tx
    .insertInto('pool.passkey')
    .values({
      credential_id: passkey.credentialId,
      sub,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      name: passkey.name,
      attachment: passkey.attachment,
      transports: [...passkey.transports],
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

export const recordPasskeyUse = async (tx: Tx, owned: Owned, use: { signCount: number; now: Date }): Promise<void> => {
  await tx
    .updateTable('pool.passkey')
    .set({ sign_count: use.signCount, last_used_at: use.now })
    .where('credential_id', '=', owned.credentialId)
    .where('sub', '=', owned.sub)
    .execute()
}

/** False if there is none. */
export const deletePasskey = async (tx: Tx, { sub, credentialId }: Owned): Promise<boolean> => {
  const row = await tx
    .deleteFrom('pool.passkey')
    .where('credential_id', '=', credentialId)
    .where('sub', '=', sub)
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

export const deletePasskeys = async (tx: Tx, sub: string): Promise<void> => {
  await tx.deleteFrom('pool.passkey').where('sub', '=', sub).execute()
}

/** Ends earlier registrations. */
export const deleteRegistrations = async (tx: Tx, sub: string, step: string): Promise<void> => {
  await tx.deleteFrom('pool.auth_session').where('subject', '=', sub).where('step', '=', step).execute()
}
