import { createHash } from 'node:crypto'

/** The first three characters of an id name its object. */
const prefixes: Readonly<Record<string, string>> = {
  Organization: '00D',
  User: '005',
  Account: '001',
  Contact: '003',
  Lead: '00Q',
  Opportunity: '006',
  OpportunityContactRole: '00K',
  OpportunityHistory: '008',
  OpportunityStage: '01J',
  RecordType: '012',
  Campaign: '701',
  CampaignMember: '00v',
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** The last three characters encode which of the others are capitals, for case-insensitive systems. */
const withChecksum = (id: string): string => {
  const chunks = [id.slice(0, 5), id.slice(5, 10), id.slice(10, 15)]
  const bits = (chunk: string): number =>
    [...chunk].reduce((sum, sign, index) => sum + (sign >= 'A' && sign <= 'Z' ? 1 << index : 0), 0)
  return id + chunks.map((chunk) => letters[bits(chunk)] ?? 'A').join('')
}

/** Ids ascend with their numbers. */
export const idOf = (object: string, number: number): string =>
  withChecksum((prefixes[object] ?? '000') + number.toString(36).toUpperCase().padStart(12, '0'))

/** The same id for the same name. */
export const namedId = (object: string, name: string): string => {
  const number = Number(BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 13)}`))
  return idOf(object, number)
}

export const objectOfId = (id: string): string | undefined =>
  Object.entries(prefixes).find(([, prefix]) => id.startsWith(prefix))?.[0]
