import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/signup/current-user.ts'

export interface RouterContext {
  /** Null on public pages. */
  user: CurrentUser | null
  queryClient: QueryClient
}

export interface OwnContext extends RouterContext {
  /** The unparsed query string of the page load: the router would turn digits into numbers. */
  initialSearch: string
}
