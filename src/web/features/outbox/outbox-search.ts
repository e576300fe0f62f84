interface OutboxSearch {
  /** The open email. */
  letter?: string
}

export const outboxSearch = (search: Record<string, unknown>): OutboxSearch =>
  typeof search['letter'] === 'string' ? { letter: search['letter'] } : {}
