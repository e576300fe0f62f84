import type { Queue } from './jobs/queue.ts'
import type { SendEmail } from './email/send-email.ts'

/** What a service hands over in its transaction: emails to send and jobs to do. */
export interface Dispatcher {
  post: SendEmail
  enqueue: Queue['enqueue']
  enqueueAll: Queue['enqueueAll']
  /** The address that links in emails point to. */
  productUrl: string
}
