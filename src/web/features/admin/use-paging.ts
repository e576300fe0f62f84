import { useNavigate, useSearch } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import { pagingSearch, type Paging } from '#web/lib/paging.ts'
import type { paths } from '#web/paths.ts'

/** Page and size as the address says them. */
export const usePaging = (path: typeof paths.adminClients | typeof paths.adminFailedJobs) => {
  const { page = 1, size = limits.pageSize } = useSearch({ from: `/shell${path}` })
  const navigate = useNavigate({ from: path })
  const go = (search: Paging) => void navigate({ search: pagingSearch({ ...search }), replace: true })
  return { page, size, onPage: (next: number) => go({ page: next, size }), onSize: (next: number) => go({ size: next }) }
}
