import type { AuditEntry } from '#contract/audit.ts'
import { deletedName, maskName } from '#server/platform/masks.ts'

interface Known {
  name: string
  lastname: string
  /** Kept as long as the name is: nothing once the person was forgotten. */
  email: string
}

interface Acting {
  kind: AuditEntry['actorKind']
  id: string | null
  /** The row of the person, where there still is one. */
  user: Known | undefined
}

interface Reader {
  isMasked: boolean
}

/** What somebody who reads the log is told of who acted. Those of an account may be masked for staff; staff without an id are one to an account. */
export const actorName = ({ kind, id, user }: Acting, { isMasked }: Reader): string | null => {
  if (kind === 'staff' && id === null) return 'Tributary staff'
  if (kind === 'system') return 'Tributary'
  if (kind === 'key') return null
  if (!user || user.email === '') return deletedName(id ?? '')
  const name = `${user.name} ${user.lastname}`.trim()
  return isMasked && kind === 'user' ? maskName(name) : name
}
