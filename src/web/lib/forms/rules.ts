import type { TFunction } from 'i18next'
import { limits } from '#contract/kit/limits.ts'

/** A rule returns the sentence to show under the field, or undefined when the value is valid. */
export type Rule<V> = (value: string, values: V) => string | undefined

export const newPasswordRule = (t: TFunction) => (value: string) => {
  if (value === '') return t('validation.passwordMissing')
  if (value.length < limits.passwordMin) return t('validation.passwordShort', { min: limits.passwordMin })
  return value.length > limits.passwordMax ? t('validation.passwordLong', { max: limits.passwordMax }) : undefined
}

/** The sentence explains where the user finds the code. */
export const codeRule = (sentence: string) => (value: string) => (/^\d{6,8}$/.test(value) ? undefined : sentence)
