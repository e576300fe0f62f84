// Whether an answer contains data of a client that is not the caller's own.
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

/** Complete words with a mark, so that echoed input is distinguished from leaked data. */
const markedWords = (text: string, mark: string): string[] => text.match(new RegExp(`[\\w.@+-]*${mark}[\\w.@+-]*`, 'g')) ?? []

export interface LeakWatch {
  /** What was sent may come back, also later, to its sender. */
  sent(attempt: Attempt): void
  leaksIn(actor: Actor, answer: Answer): string[]
}

/** Staff see accounts and their users, but not an account's contacts and keys. */
const isHidden = (actor: Actor, tenant: FuzzClient, kind: Kind): boolean =>
  actor.isStaff ? kind === 'records' : actor.tenant !== tenant

export const watchLeaks = ({ tenants }: Cast, things: Things): LeakWatch => {
  const echoed = new Set<string>()
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
      for (const word of wordsOf(textOfAttempt(attempt))) echoed.add(word)
    },
    leaksIn(actor, { text, headers }) {
      const answerText = `${text} ${JSON.stringify(headers)}`.toLowerCase()
      const secrets = tenants.filter((tenant) => tenant !== actor.tenant).flatMap((tenant) => tenant.secrets)
      return [
        ...tenants.flatMap((tenant) => leakedWords(actor, tenant, answerText)),
        ...leakedIds(actor, answerText),
        ...secrets.filter((secret) => answerText.includes(secret.toLowerCase())),
      ].filter((word) => !echoed.has(word))
    },
  }
}
