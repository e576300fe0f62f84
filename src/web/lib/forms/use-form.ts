import { useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import type { Rule } from './rules.ts'

type Values = Record<string, string>
type Rules<V> = { [K in keyof V]?: Rule<V> }

interface Form<V extends Values> {
  initial: V
  rules: Rules<V>
  submit: (values: V) => Promise<void>
  /** The sentence for a failed attempt. */
  explain: (error: unknown) => string
  /** The field that the failure is about, where it is about one. */
  fieldOf?: (error: unknown) => (keyof V & string) | undefined
  /** The field to go on with when the failure is about none in particular. */
  mainField?: keyof V & string
}

const focusField = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

const wrongFields = <V extends Values>(rules: Rules<V>, values: V, names: string[]) =>
  names.flatMap((name) => {
    const message = rules[name]?.(values[name] ?? '', values)
    return message ? [[name, message] as const] : []
  })

/** Checks on submit, shows errors under their fields, focuses the first wrong one and keeps everything that was typed. */
export const useForm = <V extends Values>({ initial, rules, submit, explain, fieldOf, mainField }: Form<V>) => {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({})
  const { failure, busy, attempt, clearFailure } = useAttempt(explain)

  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _fixed, ...others }) => others as typeof errors)
    clearFailure()
  }

  const send = (form: HTMLFormElement, action: (values: V) => Promise<void>) =>
    attempt(
      () => action(values),
      (error, text) => {
        const wrong = fieldOf?.(error)
        if (wrong) setErrors({ [wrong]: text } as typeof errors)
        return { element: form.elements.namedItem(wrong ?? mainField ?? ''), isWrong: wrong !== undefined }
      },
    )

  /** Sends what was typed in some other way than the form's own, which may need only a part of it. */
  const sendBy = (form: HTMLFormElement, names: string[], action: (values: V) => Promise<void>) => {
    if (busy) return
    const found = wrongFields(rules, values, names)
    setErrors(Object.fromEntries(found) as typeof errors)
    const first = found[0]?.[0]
    if (first) focusField(form, first)
    else void send(form, action)
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    sendBy(event.currentTarget, Object.keys(rules), submit)
  }

  const field = (name: keyof V & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })

  const run = (given: V) => attempt(() => submit(given))
  return {
    values,
    errors,
    failure: failure?.text ?? null,
    error: failure?.error,
    busy,
    set,
    field,
    onSubmit,
    sendBy,
    run,
    clearFailure: () => {
      setErrors({})
      clearFailure()
    },
  }
}
