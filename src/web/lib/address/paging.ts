import { limits } from '#contract/kit/limits.ts'

export interface Paging {
  page?: number | undefined
  size?: number | undefined
}

export const pageSizes = [limits.pageSize, 20, 50]

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** Reads the paging parameters of the address; anything else is ignored. */
export const pagingSearch = (search: Record<string, unknown>): Paging => {
  const page = wholeNumber(search['page'])
  const size = wholeNumber(search['size'])
  return {
    ...(page && page > 1 ? { page } : {}),
    ...(size && pageSizes.includes(size) ? { size } : {}),
  }
}
