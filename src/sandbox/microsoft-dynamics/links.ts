// Links to the next page, or to later changes.
import { ODataProblem } from './compile.ts'
import type { Table } from './schema.ts'

export interface Asked {
  account: string
  /** Address of the API of this environment. */
  root: string
  /** The path below it, as requested. */
  path: string
  query: Readonly<Record<string, string>>
  prefer: string
}

/** Where a page begins. Hidden from clients in the link to it. */
export interface Cookie {
  after?: number
  offset?: number
  /** With tracking: changes up to this one. */
  until?: number
  /** Changes of rows that the client already has, including deletions. */
  isDelta?: boolean
}

const largest = 5000
const week = 7 * 86_400_000
export const encode = (cookie: Cookie): string => Buffer.from(JSON.stringify(cookie)).toString('base64url')

export const cookieOf = (text: string | undefined): Cookie => {
  if (text === undefined) return {}
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Cookie
  } catch {
    throw new ODataProblem('0x80040203', 'The skip token is not valid.')
  }
}

/** A version and the moment at which it was issued: `1000042!11/15/2026 08:10:44`. */
export const deltaOf = (text: string): Cookie => {
  const [version = '', given = ''] = text.split('!')
  if (!(Date.parse(`${given} UTC`) > Date.now() - week))
    throw new ODataProblem('0x80044352', 'Version stamp associated with the client has expired. Please perform a full sync.')
  return { after: Number(version), isDelta: true }
}

export const stampNow = (): string => {
  const [date = '', time = ''] = new Date().toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year} ${time.slice(0, 8)}`
}

export const pageSizeOf = (prefer: string): number => {
  const asked = Number(/odata\.maxpagesize=(\d+)/.exec(prefer)?.[1] ?? largest)
  return Math.max(1, Math.min(largest, asked))
}

export const linkOf = ({ root, path, query }: Asked, name: string, value: string): string => {
  const search = new URLSearchParams()
  for (const [key, text] of Object.entries(query)) if (!['$skiptoken', '$deltatoken'].includes(key)) search.set(key, text)
  search.set(name, value)
  return `${root}/${path}?${search.toString().replaceAll('%24', '$').replaceAll('+', '%20')}`
}

export const contextOf = ({ root, query }: Asked, table: Table): string =>
  `${root}/$metadata#${table.set}${query['$select'] === undefined ? '' : `(${query['$select']})`}`
