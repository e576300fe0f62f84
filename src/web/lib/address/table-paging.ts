import { limits } from '#contract/kit/limits.ts'
import type { Paging } from './paging.ts'

/** Page and page size from the address, for a table. The default size is not written into the address. */
export const pagingOf = (chosen: Paging, change: (next: Paging) => void, usual: number = limits.pageSize) => {
  const { page = 1, size = usual } = chosen
  return {
    page,
    size,
    usual,
    onPage: (next: number) => change({ ...chosen, page: next }),
    onSize: (next: number) => change({ page: 1, size: next === usual ? undefined : next }),
  }
}

/** The sort order from the address; the default is newest first. */
export const sortingOf = (sort: string = 'created_at:desc', change: (sort: string) => void) => {
  const [field = '', direction] = sort.split(':')
  return {
    field,
    direction: direction === 'asc' ? ('asc' as const) : ('desc' as const),
    onSort: (next: string, order: 'asc' | 'desc') => change(`${next}:${order}`),
  }
}
