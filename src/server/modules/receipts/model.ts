import type { Receipt } from '#contract/connections/sharing.ts'

export interface ReceiptRef {
  clientId: string
  connectionId: string
  id: string
}

export type Store = Receipt['stores'][number]

/** What an erasure cannot reach. Names of users change and are erased, so that their ids are kept. */
export type Unrecallable = Omit<Receipt['cannotRecall'][number], 'who'>
