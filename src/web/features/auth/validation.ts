import { email, nameOf } from '#contract/common.ts'

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined }
}

const follows = (schema: Schema) => (value: string) => schema.safeParse(value).error?.issues[0]?.message

export const emailRule = follows(email)
export const companyNameRule = follows(nameOf('your company name'))
export const agencyNameRule = follows(nameOf('your agency name'))
export const firstNameRule = follows(nameOf('your first name'))
export const lastNameRule = follows(nameOf('your last name'))
