import type { ClientRow } from '#contract/clients.ts'

export type ClientAct = 'reveal' | 'invite' | 'edit' | 'suspend' | 'restore' | 'close'

const byStatus: Record<ClientRow['status'], readonly ClientAct[]> = {
  pending: ['invite', 'edit', 'suspend'],
  active: ['invite', 'edit', 'suspend', 'close'],
  suspended: ['edit', 'restore'],
  closing: ['restore'],
  closed: [],
}

/** What can be done with a client as it is now; the server decides again. */
export const actsFor = ({ status, isMasked, ownerId }: ClientRow, isRevealed: boolean): readonly ClientAct[] => [
  ...(isMasked && ownerId && !isRevealed ? (['reveal'] as const) : []),
  ...byStatus[status],
]

/** Those that end something for somebody. */
export const isDangerous = (act: ClientAct) => act === 'suspend' || act === 'close'
