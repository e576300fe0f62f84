import type { Queue } from './jobs/queue.ts'
import type { Post } from './email/send-email.ts'

/** Where a service leaves what others do later: letters to carry out and work to take up, both in the caller's own transaction. */
export interface Desk {
  post: Post
  enqueue: Queue['enqueue']
  enqueueAll: Queue['enqueueAll']
  /** The address that letters point to. */
  productUrl: string
}
