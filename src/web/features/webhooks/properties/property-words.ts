import { useTranslation } from 'react-i18next'
import { ownFields, type WebhookProperty } from '#contract/webhooks/properties.ts'
import { propertyMessages } from '#web/messages/en-webhook-properties.ts'

type Target = keyof typeof ownFields
const objects = Object.keys(ownFields) as Target[]
const fieldNames = propertyMessages.fields
const knownField = (name: string) => (Object.keys(fieldNames) as (keyof typeof fieldNames)[]).find((field) => field === name)

/** Number; One of 4. */
export const useTypeText = () => {
  const { t } = useTranslation('webhooks')
  return ({ type, enum_values: values }: Pick<WebhookProperty, 'type' | 'enum_values'>): string =>
    type === 'enum' && values.length > 0 ? t('properties.types.enumOf', { n: values.length }) : t(`properties.types.${type}`)
}

/** Without an object it is a field of the contact. */
export const fullTarget = (target: string): string => (target === 'custom' ? 'contact.custom' : target)

/** Contact, custom field; Opportunity, amount. */
export const useTargetText = () => {
  const { t } = useTranslation('webhooks')
  return (target: string): string => {
    const [name, field = ''] = fullTarget(target).split('.')
    const object = objects.find((one) => one === name) ?? 'contact'
    if (field === 'custom') return t('properties.targets.customOf', { object: t(`properties.targets.${object}`) })
    const known = knownField(field)
    return t('properties.targets.field', {
      object: t(`properties.targets.${object}`),
      field: known ? t(`properties.fields.${known}`) : field,
    })
  }
}

/** Where a value can be written to, by object. Includes the current one, which can be a name of the API. */
export const useTargetOptions = (current: string) => {
  const { t } = useTranslation('webhooks')
  const textOf = useTargetText()
  const optionOf = (value: string) => ({ value, label: textOf(value) })
  const groups = objects.map((object) => ({
    group: t(`properties.targets.${object}`),
    items: [...(object === 'touch' ? [] : ['custom']), ...ownFields[object]].map((field) => optionOf(`${object}.${field}`)),
  }))
  const isListed = groups.some(({ items }) => items.some(({ value }) => value === current))
  return isListed ? groups : [optionOf(current), ...groups]
}

/** financing_interest: Financing interest. */
export const labelFromName = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
