import { streamsOf, type Connector, type StreamName } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import type { Json, Page, RecordObject } from '../../kit/records.ts'
import { readStream } from '../bench.ts'

export type Watermarks = ReadonlyMap<StreamName, Json | null>

export interface Reading {
  pages: readonly Page[]
  watermarks: Watermarks
}

/** What all pages bring of one kind. */
export const all = <K extends keyof Page>(pages: readonly Page[], kind: K) =>
  pages.flatMap((page) => (page[kind] ?? []) as Extract<NonNullable<Page[K]>, readonly unknown[]>[number][])

export const idsOf = (records: readonly { externalId: string }[]): string[] =>
  records.map(({ externalId }) => externalId).toSorted()

/** Every stream in its order, as a run reads them. */
export const readEverything = async (
  connector: Connector,
  session: Session,
  since: Watermarks | null = null,
): Promise<Reading> => {
  const pages: Page[] = []
  const watermarks = new Map<StreamName, Json | null>()
  for (const { name } of streamsOf(connector)) {
    const read = await readStream(connector, session, { name, since: since?.get(name) ?? null })
    pages.push(...read.pages)
    watermarks.set(name, read.watermark ?? since?.get(name) ?? null)
  }
  return { pages, watermarks }
}

/** The ids that a vendor lists alone; null: it has no such list. */
export const keysOf = async (connector: Connector, session: Session, object: RecordObject): Promise<string[] | null> => {
  const { listIds } = connector.read ?? {}
  if (!listIds) return null
  const ids: string[] = []
  let cursor: Json | null = null
  do {
    const page: { ids: readonly string[]; next: Json | null } = await listIds(session, object, cursor)
    ids.push(...page.ids)
    cursor = page.next === null ? null : (JSON.parse(JSON.stringify(page.next)) as Json)
  } while (cursor !== null)
  return ids.toSorted()
}
