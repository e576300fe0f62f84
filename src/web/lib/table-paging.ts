import { limits } from '#contract/limits.ts'
import type { Paging } from './paging.ts'

/** Page and size as the address says them, for a table. */
export const pagingOf = ({ page = 1, size = limits.pageSize }: Paging, change: (next: Paging) => void) => ({
  page,
  size,
  onPage: (next: number) => change({ page: next, size }),
  onSize: (next: number) => change({ page: 1, size: next }),
})

/** The order as the address says it; without a word about it the newest come first. */
export const sortingOf = (sort: string = 'created_at:desc', change: (sort: string) => void) => {
  const [field = '', direction] = sort.split(':')
  return {
    field,
    direction: direction === 'asc' ? ('asc' as const) : ('desc' as const),
    onSort: (next: string, order: 'asc' | 'desc') => change(`${next}:${order}`),
  }
}
