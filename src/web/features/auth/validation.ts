import { emailRule, nameRule } from '#contract/kit/text-rules.ts'

export const companyNameRule = nameRule('your company name')
export const agencyNameRule = nameRule('your agency name')
export const firstNameRule = nameRule('your first name')
export const lastNameRule = nameRule('your last name')

/** The narrow rule of the specification. Real addresses break it (`.agency`), so it only warns about typos. */
const usualEmail = /^[\w-]{1,64}(?:\.[\w-]{1,64}){0,16}@(?:[\w-]{1,63}\.){1,8}[\w-]{2,4}$/

/** An address that the form accepts, but that may be a typo. */
export const isUnusualEmail = (value: string): boolean => emailRule(value) === undefined && !usualEmail.test(value.trim())
