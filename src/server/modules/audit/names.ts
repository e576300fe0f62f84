import type { AuditEntry } from '#contract/audit.ts'
import { deletedName, maskName } from '#server/platform/masks.ts'

interface Known {
  name: string
  lastname: string
  /** Kept as long as the name: empty once the user was anonymized. */
  email: string
}

interface Acting {
  kind: AuditEntry['actorKind']
  id: string | null
  /** The row of the user, if it still exists. */
  user: Known | undefined
}

interface Reader {
  isMasked: boolean
}

/**
 * The name of the actor as the reader sees it. Users of an account may be masked for staff; an account sees staff
 * without an id as one.
 */
export const actorName = ({ kind, id, user }: Acting, { isMasked }: Reader): string | null => {
  if (kind === 'staff' && id === null) return 'Tributary staff'
  if (kind === 'system') return 'Tributary'
  if (kind === 'key') return null
  if (!user || user.email === '') return deletedName(id ?? '')
  const name = `${user.name} ${user.lastname}`.trim()
  return isMasked && kind === 'user' ? maskName(name) : name
}
