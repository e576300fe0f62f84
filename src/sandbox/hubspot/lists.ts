// Lists. HubSpot has no tags: each tag of a contact is a list of contacts here. Others contain companies.
import type { Store } from '../kit/store.ts'

const vendor = 'hubspot'
/** The object type of a list, by the kind under which it is stored. */
const objectTypes = { company_list: '0-2', list: '0-1' }
type ListKind = keyof typeof objectTypes
const membersOf = (list: string): string => `member:${list}`
const iso = (at: number): string => new Date(at).toISOString()

interface ListSearch {
  query: string
  /** Null: of every kind. */
  objectTypeId: string | null
  offset: number
  count: number
}

export class Lists {
  readonly #store: Store
  /** Thousands of contacts join at once when an account is filled. */
  readonly #known = new Map<string, string>()
  constructor(store: Store) {
    this.#store = store
  }

  #listOf(account: string, tag: string, at: number): string {
    const key = `${account}:${tag}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const stored = this.#store.get({ vendor, account, object: 'tag', id: tag })?.body
    const list = stored ?? String(this.#store.next(`${vendor}:${account}:list`))
    this.#known.set(key, list)
    if (stored !== undefined) return list
    const times = { createdAt: at, modifiedAt: at }
    this.#store.put({ vendor, account, object: 'tag' }, { id: tag, body: list, ...times })
    this.#store.put({ vendor, account, object: 'list' }, { id: list, body: tag, ...times })
    return list
  }

  #all(account: string): { list: string; tag: string }[] {
    return this.#store.list({ vendor, account, object: 'list' }).map(({ id, body }) => ({ list: id, tag: body }))
  }

  tagsOf(account: string, contact: string): string[] {
    const isIn = (list: string) => this.#store.get({ vendor, account, object: membersOf(list), id: contact }) !== undefined
    return this.#all(account)
      .filter(({ list }) => isIn(list))
      .map(({ tag }) => tag)
  }

  join(account: string, tag: string, { contact, at }: { contact: string; at: number }): void {
    const object = membersOf(this.#listOf(account, tag, at))
    this.#store.put({ vendor, account, object }, { id: contact, body: '', createdAt: at, modifiedAt: at })
  }

  setTags(account: string, { contact, tags, at }: { contact: string; tags: readonly string[]; at: number }): void {
    for (const { list, tag } of this.#all(account))
      if (!tags.includes(tag)) this.#store.forget({ vendor, account, object: membersOf(list), id: contact })
    for (const tag of tags) this.join(account, tag, { contact, at })
  }

  /** Companies have separate ids: the same number may be a company and a contact. */
  keepCompanies(account: string, name: string, { id, companies, at }: { id: string; companies: string[]; at: number }): void {
    const times = { createdAt: at, modifiedAt: at }
    this.#store.put({ vendor, account, object: 'company_list' }, { id, body: name, ...times })
    for (const company of companies)
      this.#store.put({ vendor, account, object: membersOf(id) }, { id: company, body: '', ...times })
  }

  exists(account: string, list: string): boolean {
    return Object.keys(objectTypes).some((object) => this.#store.get({ vendor, account, object, id: list }) !== undefined)
  }

  page(account: string, { query, objectTypeId, offset, count }: ListSearch) {
    const kinds = (Object.keys(objectTypes) as ListKind[]).filter((kind) => [null, objectTypes[kind]].includes(objectTypeId))
    const found = kinds
      .flatMap((kind) => this.#store.list({ vendor, account, object: kind }).map((one) => ({ ...one, kind })))
      .filter(({ body }) => body.toLowerCase().includes(query.toLowerCase()))
    const lists = found.slice(offset, offset + count).map(({ id, kind, body, createdAt, modifiedAt }) => ({
      listId: id,
      name: body,
      objectTypeId: objectTypes[kind],
      processingType: 'MANUAL',
      processingStatus: 'COMPLETE',
      listVersion: 1,
      createdAt: iso(createdAt),
      updatedAt: iso(modifiedAt),
      additionalProperties: { hs_list_size: String(this.#store.count({ vendor, account, object: membersOf(id) })) },
    }))
    return { lists, offset: offset + lists.length, hasMore: offset + lists.length < found.length, total: found.length }
  }

  members(account: string, list: string, { afterSeq, limit }: { afterSeq: number; limit: number }) {
    const rows = this.#store.list({ vendor, account, object: membersOf(list), afterSeq, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const results = page.map(({ id, createdAt }) => ({ recordId: id, membershipTimestamp: iso(createdAt) }))
    return { results, next: rows.length > limit ? String(page.at(-1)?.seq) : null }
  }
}
