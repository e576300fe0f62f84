import { useEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import type { Rule } from './validation.ts'

type Values = Record<string, string>
type Rules<V> = { [K in keyof V]?: Rule<V> }

interface AuthForm<V extends Values> {
  initial: V
  rules: Rules<V>
  submit: (values: V) => Promise<void>
  /** The sentence for a failed attempt. */
  explain: (error: unknown) => string
  /** The field that the failure is about, where it is about one. */
  fieldOf?: (error: unknown) => (keyof V & string) | undefined
}

const focusField = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** A button that is disabled while its request runs loses the focus; here it comes back when the request has failed. */
const useFocusAfterFailure = (failure: string | null, busy: boolean) => {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (!failure || busy || document.activeElement !== document.body) return
    if (before.current instanceof HTMLElement) before.current.focus()
  }, [failure, busy])
  return {
    remember: () => {
      before.current = document.activeElement
    },
    prefer: (element: Element | RadioNodeList | null | undefined) => {
      if (element instanceof Element) before.current = element
    },
  }
}

/** Checks on submit, shows errors under their fields, focuses the first wrong one and keeps everything that was typed. */
export const useAuthForm = <V extends Values>({ initial, rules, submit, explain, fieldOf }: AuthForm<V>) => {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const focus = useFocusAfterFailure(failure, busy)

  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _fixed, ...others }) => others as typeof errors)
    setFailure(null)
  }

  const run = async (given: V, form?: HTMLFormElement) => {
    focus.remember()
    setBusy(true)
    setFailure(null)
    try {
      await submit(given)
    } catch (error) {
      const text = explain(error)
      const wrong = fieldOf?.(error)
      if (wrong) {
        setErrors({ [wrong]: text } as typeof errors)
        focus.prefer(form?.elements.namedItem(wrong))
      }
      setFailure(text)
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
    else void run(values, event.currentTarget)
  }

  const field = (name: keyof V & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })

  return { values, errors, failure, busy, set, field, onSubmit, run, clearFailure: () => setFailure(null) }
}
