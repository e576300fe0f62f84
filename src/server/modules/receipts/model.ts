import type { Receipt } from '#contract/connections/sharing.ts'

export interface ReceiptRef {
  clientId: string
  connectionId: string
  id: string
}

export type Store = Receipt['stores'][number]
