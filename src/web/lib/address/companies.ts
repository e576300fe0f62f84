import { idFrom } from './address.ts'

const most = 100

/** The companies that an agency chose in the header, in the address as `?companies=a,b`. */
export const companiesFrom = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const ids = new Set(value.split(',').map(idFrom))
  ids.delete(undefined)
  return ids.size === 0 ? undefined : [...ids].slice(0, most).join(',')
}

export const companyIds = (companies: string | undefined): string[] => companies?.split(',') ?? []
