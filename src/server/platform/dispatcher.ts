import type { Queue } from './jobs/queue.ts'
import type { SendEmail } from './email/send-email.ts'

/** Where a service leaves what others do later: letters to carry out and work to take up, both in the caller's own transaction. */
export interface Dispatcher {
  post: SendEmail
  enqueue: Queue['enqueue']
  enqueueAll: Queue['enqueueAll']
  /** The address that letters point to. */
  productUrl: string
}
