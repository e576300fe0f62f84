import { useForm as useFields } from '@mantine/form'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import type { Rule } from './rules.ts'

type Values = Record<string, string>
type Rules<V> = { [K in keyof V]?: Rule<V> }

interface Form<V extends Values> {
  initial: V
  rules: Rules<V>
  submit: (values: V) => Promise<void>
  /** Returns the sentence for a failed attempt. */
  explain: (error: unknown) => string
  /** Returns the field that the failure is about, if any. */
  fieldOf?: (error: unknown) => (keyof V & string) | undefined
  /** The field to focus when the failure is not about a field. */
  mainField?: keyof V & string
}

const focusField = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

const problemsOf = <V extends Values>(rules: Rules<V>, values: V): Record<string, string> =>
  Object.fromEntries(
    Object.keys(rules).flatMap((name) => {
      const sentence = rules[name]?.(values[name] ?? '', values)
      return sentence ? [[name, sentence]] : []
    }),
  )

/**
 * A form of the product: Mantine keeps values and errors, this adds what all our forms share. It validates on submit, shows errors
 * under their fields, focuses the first wrong one, sends once at a time, explains a failure, and keeps everything that was typed.
 */
export const useForm = <V extends Values>({ initial, rules, submit, explain, fieldOf, mainField }: Form<V>) => {
  const { failure, busy, attempt, clearFailure } = useAttempt(explain)
  const fields = useFields<Values>({
    initialValues: initial,
    validate: (values) => problemsOf(rules, values as V),
    onValuesChange: clearFailure,
  })

  const set = (name: keyof V & string, value: string) => fields.setFieldValue<Values, string>(name, value)

  const send = (form: HTMLFormElement, action: (values: V) => Promise<void>) =>
    attempt(
      () => action(fields.getValues() as V),
      (error, text) => {
        const wrong = fieldOf?.(error)
        if (wrong) fields.setErrors({ [wrong]: text })
        return { element: form.elements.namedItem(wrong ?? mainField ?? ''), isWrong: wrong !== undefined }
      },
    )

  /** Submits with another action than the form's own, which may need only some of the fields. */
  const sendBy = (form: HTMLFormElement, names: string[], action: (values: V) => Promise<void>) => {
    if (busy) return
    const found = Object.entries(fields.validate().errors).filter(([name]) => names.includes(name))
    fields.setErrors(Object.fromEntries(found))
    const first = found[0]?.[0]
    if (first) focusField(form, first)
    else void send(form, action)
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    sendBy(event.currentTarget, Object.keys(rules), submit)
  }

  // Rules return sentences, so all errors are sentences.
  const errors = fields.errors as Partial<Record<keyof V, string>>
  const field = (name: keyof V & string) => ({
    name,
    value: fields.values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })

  const run = (values: V) => attempt(() => submit(values))
  return {
    values: fields.values as V,
    errors,
    isDirty: fields.isDirty(),
    failure: failure?.text ?? null,
    error: failure?.error,
    busy,
    set,
    field,
    onSubmit,
    sendBy,
    run,
    clearFailure: () => {
      fields.clearErrors()
      clearFailure()
    },
  }
}
