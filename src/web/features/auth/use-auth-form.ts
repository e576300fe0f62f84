import { useState, type ChangeEvent, type SyntheticEvent } from 'react'
import type { Rule } from './validation.ts'

type Values = Record<string, string>
type Rules<V> = { [K in keyof V]?: Rule<V> }

interface AuthForm<V extends Values> {
  initial: V
  rules: Rules<V>
  submit: (values: V) => Promise<void>
  /** The sentence for a failed attempt. */
  explain: (error: unknown) => string
}

const focusField = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** Checks on submit, shows errors under their fields, focuses the first wrong one and keeps everything that was typed. */
export const useAuthForm = <V extends Values>({ initial, rules, submit, explain }: AuthForm<V>) => {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _fixed, ...others }) => others as typeof errors)
  }

  const run = async (given: V) => {
    setBusy(true)
    setFailure(null)
    try {
      await submit(given)
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const found = Object.entries(rules).flatMap(([name, rule]) => {
      const message = rule?.(values[name] ?? '', values)
      return message ? [[name, message] as const] : []
    })
    setErrors(Object.fromEntries(found) as typeof errors)
    const first = found[0]?.[0]
    if (first) focusField(event.currentTarget, first)
    else void run(values)
  }

  const field = (name: keyof V & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })

  return { values, errors, failure, busy, set, field, onSubmit, run }
}
