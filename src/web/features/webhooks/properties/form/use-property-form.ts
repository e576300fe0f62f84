import { useTranslation } from 'react-i18next'
import type { PropertyType, WebhookProperty } from '#contract/webhooks/properties.ts'
import { useChangeProperty, useCreateProperty, type PropertyInput } from '#web/data/webhooks/properties.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { fullTarget } from '../property-words.ts'

const newProperty = {
  name: '',
  label: '',
  type: 'string' as PropertyType,
  enum_values: [] as string[],
  maps_to: 'contact.custom',
  example: '',
  required: false,
  pii: false,
}

const textOf = (is: boolean) => (is ? 'yes' : '')

/** A form keeps texts: the values of a list are lines, and what is checked is a word. */
const initialOf = ({ name, label, type, enum_values: values, maps_to, example, required, pii }: typeof newProperty) => ({
  name,
  label,
  type,
  enum_values: values.join('\n'),
  maps_to: fullTarget(maps_to),
  example,
  required: textOf(required),
  pii: textOf(pii),
})

type Values = { [K in keyof ReturnType<typeof initialOf>]: string }

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

const inputOf = (values: Values): PropertyInput => ({
  name: values.name.trim(),
  label: values.label.trim(),
  type: values.type as PropertyType,
  enum_values: values.type === 'enum' ? linesOf(values.enum_values) : [],
  maps_to: values.maps_to,
  example: values.example.trim(),
  required: values.required !== '',
  pii: values.pii !== '',
})

const fields = ['name', 'label', 'type', 'enum_values', 'maps_to', 'example'] as const

/** The server names a field of the first property in the list: properties.0.name. */
const fieldOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'PROPERTY_EXISTS') return 'name'
  return fields.find((field) => error.field?.split('.').includes(field))
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'STALE_VERSION'

interface PropertyFormOptions {
  property: WebhookProperty | undefined
  onSaved: () => void
}

export const usePropertyForm = ({ property, onSaved }: PropertyFormOptions) => {
  const { t } = useTranslation('webhooks')
  const create = useCreateProperty()
  const change = useChangeProperty()
  const reasonOf = useErrorText()
  const form = useForm<Values>({
    initial: initialOf(property ?? newProperty),
    rules: {
      name: (name) => (/^[a-z0-9_]{1,50}$/.test(name.trim()) ? undefined : t('properties.form.nameRule')),
      label: (label) => (label.trim() === '' ? t('properties.form.labelRule') : undefined),
      enum_values: (text, { type }) =>
        type === 'enum' && linesOf(text).length === 0 ? t('properties.form.valuesRule') : undefined,
    },
    submit: async (values) => {
      const input = inputOf(values)
      if (property) await change.mutateAsync({ id: property.id, version: property.version, ...input })
      else await create.mutateAsync(input)
      void showToast('success', t(property ? 'properties.form.saved' : 'properties.form.added'))
      onSaved()
    },
    // The dialog says it itself, next to the button that loads the current version.
    explain: (error) => (isStale(error) ? '' : reasonOf(error)),
    fieldOf,
  })
  return { ...form, isStale: isStale(form.error) }
}
