import { email, nameOf } from '#contract/texts.ts'
import { follows } from '#web/lib/forms/rules.ts'

export const emailRule = follows(email)
export const companyNameRule = follows(nameOf('your company name'))
export const agencyNameRule = follows(nameOf('your agency name'))
export const firstNameRule = follows(nameOf('your first name'))
export const lastNameRule = follows(nameOf('your last name'))
