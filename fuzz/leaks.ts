// Whether an answer tells something of a tenant that is not the reader's own.
import type { Answer, Attempt } from './send.ts'
import type { Actor, Cast, FuzzClient } from './clients.ts'
import type { Kind, Things } from './things.ts'

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const textOfAttempt = ({ path, headers, body }: Attempt): string =>
  `${decoded(path)} ${Object.values(headers).join(' ')} ${String(body ?? '')}`.toLowerCase()

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '))
  } catch {
    return path
  }
}

/** Words that carry a mark, whole, so that what was only said back is known from what was told. */
const markedWords = (text: string, mark: string): string[] => text.match(new RegExp(`[\\w.@+-]*${mark}[\\w.@+-]*`, 'g')) ?? []

export interface LeakWatch {
  /** Whatever was sent may come back, also later, to whoever sent it. */
  sent(attempt: Attempt): void
  leaksIn(actor: Actor, answer: Answer): string[]
}

/** Staff see accounts and their people; customers of an account and its keys they do not. */
const isHidden = (actor: Actor, tenant: FuzzClient, kind: Kind): boolean =>
  actor.isStaff ? kind === 'records' : actor.tenant !== tenant

export const watchLeaks = ({ tenants }: Cast, things: Things): LeakWatch => {
  const said = new Set<string>()
  const wordsOf = (text: string): string[] => [
    ...(text.match(idForm) ?? []),
    ...tenants.flatMap(({ mark }) => (text.includes(mark) ? markedWords(text, mark) : [])),
  ]
  const leakedWords = (actor: Actor, tenant: FuzzClient, text: string): string[] => {
    const words = text.includes(tenant.mark) ? markedWords(text, tenant.mark) : []
    return words.filter((word) => isHidden(actor, tenant, word.includes(`${tenant.mark}-crm`) ? 'records' : 'account'))
  }
  const leakedIds = (actor: Actor, text: string): string[] =>
    (text.match(idForm) ?? []).filter((id) => {
      const owner = things.ownerOf(id)
      return owner !== undefined && isHidden(actor, owner.tenant, owner.kind)
    })
  return {
    sent(attempt) {
      for (const word of wordsOf(textOfAttempt(attempt))) said.add(word)
    },
    leaksIn(actor, { text, headers }) {
      const told = `${text} ${JSON.stringify(headers)}`.toLowerCase()
      const secrets = tenants.filter((tenant) => tenant !== actor.tenant).flatMap((tenant) => tenant.secrets)
      return [
        ...tenants.flatMap((tenant) => leakedWords(actor, tenant, told)),
        ...leakedIds(actor, told),
        ...secrets.filter((secret) => told.includes(secret.toLowerCase())),
      ].filter((word) => !said.has(word))
    },
  }
}
