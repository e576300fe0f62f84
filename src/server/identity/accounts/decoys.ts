// Values derived from a name and our secret: always the same for the same name, and revealing nothing.
import { createHmac, hkdfSync } from 'node:crypto'
import type { Call } from '../pool.ts'

const hashSize = 32

export const madeUpBytes = ({ ring }: Pick<Call, 'ring'>, purpose: string, size: number): Buffer =>
  size > hashSize
    ? Buffer.from(hkdfSync('sha256', ring.macSecret, '', purpose, size))
    : createHmac('sha256', ring.macSecret).update(purpose).digest().subarray(0, size)

/** With the same version and variant as the subs of accounts. */
export const madeUpId = (call: Pick<Call, 'ring'>, purpose: string): string => {
  const bytes = madeUpBytes(call, purpose, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
