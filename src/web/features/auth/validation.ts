import { email, nameOf } from '#contract/texts.ts'
import { follows } from '#web/lib/forms/rules.ts'

export const emailRule = follows(email)
export const companyNameRule = follows(nameOf('your company name'))
export const agencyNameRule = follows(nameOf('your agency name'))
export const firstNameRule = follows(nameOf('your first name'))
export const lastNameRule = follows(nameOf('your last name'))

/** The narrow rule of the specification. Real addresses break it (`.agency`), so it only warns of typos. */
const usualEmail = /^[\w-]{1,64}(?:\.[\w-]{1,64}){0,16}@(?:[\w-]{1,63}\.){1,8}[\w-]{2,4}$/

/** An address that the form takes, yet not of the usual kind. */
export const isUnusualEmail = (value: string): boolean => emailRule(value) === undefined && !usualEmail.test(value.trim())
