import type { Tx } from '#server/platform/db/scope.ts'
import { sql } from 'kysely'

export interface Device {
  deviceKey: string
  groupKey: string
  name: string
  salt: string | null
  verifierSealed: string | null
  remembered: boolean
  createdAt: Date
  updatedAt: Date
  lastUsedAt: Date
}

const columns = [
  'device_key as deviceKey',
  'group_key as groupKey',
  'name',
  'salt',
  'verifier_sealed as verifierSealed',
  'remembered',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'last_used_at as lastUsedAt',
] as const

interface Owned {
  sub: string
  deviceKey: string
}

/** The device of another user is not found. */
export const selectDevice = (tx: Tx, { sub, deviceKey }: Owned): Promise<Device | undefined> =>
  tx
    .selectFrom('pool.device')
    .select(columns)
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .$castTo<Device>()
    .executeTakeFirst()

/** Confirmed devices, oldest first. */
export const selectDevices = (tx: Tx, sub: string): Promise<Device[]> =>
  tx
    .selectFrom('pool.device')
    .select(columns)
    .where('sub', '=', sub)
    .where('verifier_sealed', 'is not', null)
    .orderBy('created_at')
    .orderBy('device_key')
    .$castTo<Device>()
    .execute()

export const insertDevice = async (tx: Tx, device: Owned & { groupKey: string; createdAt: Date }): Promise<void> => {
  const { deviceKey, sub, groupKey, createdAt } = device
  await tx
    .insertInto('pool.device')
    .values({
      device_key: deviceKey,
      sub,
      group_key: groupKey,
      created_at: createdAt,
      updated_at: createdAt,
      last_used_at: createdAt,
    })
    .execute()
}

export type DeviceChange = Partial<Pick<Device, 'name' | 'salt' | 'verifierSealed' | 'remembered' | 'updatedAt' | 'lastUsedAt'>>

export const updateDevice = async (tx: Tx, { sub, deviceKey }: Owned, change: DeviceChange): Promise<void> => {
  await tx
    .updateTable('pool.device')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.salt === undefined ? {} : { salt: change.salt }),
      ...(change.verifierSealed === undefined ? {} : { verifier_sealed: change.verifierSealed }),
      ...(change.remembered === undefined ? {} : { remembered: change.remembered }),
      ...(change.updatedAt === undefined ? {} : { updated_at: change.updatedAt }),
      ...(change.lastUsedAt === undefined ? {} : { last_used_at: change.lastUsedAt }),
    })
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .execute()
}

export const deleteDevice = async (tx: Tx, { sub, deviceKey }: Owned): Promise<void> => {
  await tx.deleteFrom('pool.device').where('device_key', '=', deviceKey).where('sub', '=', sub).execute()
}

/** Keeps those that were used last. */
export const deleteSurplusDevices = async (tx: Tx, sub: string, kept: number): Promise<void> => {
  const latest = sql`select device_key from pool.device where sub = ${sub} order by last_used_at desc, device_key limit ${kept}`
  await sql`delete from pool.device where sub = ${sub} and device_key <> all(array(${latest}))`.execute(tx)
}

/** No device skips the second step until its user wants that again. */
export const forgetRememberedDevices = async (tx: Tx, sub: string): Promise<void> => {
  await tx.updateTable('pool.device').set({ remembered: false }).where('sub', '=', sub).where('remembered', '=', true).execute()
}

/** Devices that a browser was offered and did not confirm. */
export const deleteUnconfirmedDevices = async (tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> => {
  const isOld = sql`verifier_sealed is null and created_at < ${before}`
  const old = sql`select device_key from pool.device where ${isOld} limit ${limit} for update skip locked`
  const result = await sql`delete from pool.device where device_key = any(array(${old})) and ${isOld}`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
