import { email, nameOf } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import type { TFunction } from 'i18next'

/** A rule answers with the sentence to show under the field, or with undefined when the value is fine. */
export type Rule<V> = (value: string, values: V) => string | undefined

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined }
}

const follows = (schema: Schema) => (value: string) => schema.safeParse(value).error?.issues[0]?.message

export const emailRule = follows(email)
export const companyNameRule = follows(nameOf('your company name'))
export const agencyNameRule = follows(nameOf('your agency name'))
export const firstNameRule = follows(nameOf('your first name'))
export const lastNameRule = follows(nameOf('your last name'))

export const newPasswordRule = (t: TFunction) => (value: string) => {
  if (value === '') return t('validation.passwordMissing')
  if (value.length < limits.passwordMin) return t('validation.passwordShort', { min: limits.passwordMin })
  return value.length > limits.passwordMax ? t('validation.passwordLong', { max: limits.passwordMax }) : undefined
}

export const codeRule = (t: TFunction) => (value: string) => (/^\d{6,8}$/.test(value) ? undefined : t('validation.codeMissing'))
