import type { Contact } from '#contract/crm/records.ts'

const randomName = /^Lead [0-9A-F]{7}$/

/** The company shares the outcome only, or no longer shares who it is. */
export const isPseudonymous = ({ shared, name, email, phone }: Contact): boolean =>
  shared !== null && email === null && phone === null && randomName.test(name)
