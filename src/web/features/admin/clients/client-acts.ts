import type { ClientRow } from '#contract/clients.ts'

export type ClientAct = 'reveal' | 'invite' | 'edit' | 'suspend' | 'restore' | 'close'

const byStatus: Record<ClientRow['status'], readonly ClientAct[]> = {
  pending: ['invite', 'edit', 'suspend'],
  active: ['invite', 'edit', 'suspend', 'close'],
  suspended: ['edit', 'restore'],
  closing: ['restore'],
  closed: [],
}

/** The actions for a client in its current state; the server checks again. */
export const actsFor = ({ status, isMasked, ownerId }: ClientRow, isRevealed: boolean): readonly ClientAct[] => [
  ...(isMasked && ownerId && !isRevealed ? (['reveal'] as const) : []),
  ...byStatus[status],
]

/** The actions that take access away from users. */
export const isDangerous = (act: ClientAct) => act === 'suspend' || act === 'close'
