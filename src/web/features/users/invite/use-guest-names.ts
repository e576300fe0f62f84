import { useState } from 'react'
import { nameFromEmail } from '#contract/users/name-from-email.ts'
import { nameRule } from '#contract/kit/text-rules.ts'

export interface Guest {
  email: string
  name: string
  lastname: string
}

type NameField = 'name' | 'lastname'
type Names = Partial<Record<NameField, string>>

const rules = { name: nameRule('a first name'), lastname: nameRule('a last name') }

/** The name of an invited user's field in the form. */
export const fieldName = (field: NameField, email: string) => `${field} ${email.toLowerCase()}`

const problemsOf = (guest: Guest): Names => {
  const [name, lastname] = [rules.name(guest.name), rules.lastname(guest.lastname)]
  return { ...(name ? { name } : {}), ...(lastname ? { lastname } : {}) }
}

/** First and last name of every invited user: suggested from the address until the user types another one. */
export const useGuestNames = (addresses: readonly string[]) => {
  const [typed, setTyped] = useState<Readonly<Record<string, Names>>>({})
  const [isChecked, setIsChecked] = useState(false)
  const guests = addresses.map((email): Guest => ({ email, ...nameFromEmail(email), ...typed[email.toLowerCase()] }))
  const change = (email: string, field: NameField, text: string) => {
    const key = email.toLowerCase()
    setTyped((before) => ({ ...before, [key]: { ...before[key], [field]: text } }))
  }
  /** The form name of the first invalid field. Errors are shown from the first attempt on. */
  const check = (): string | undefined => {
    setIsChecked(true)
    for (const guest of guests) {
      const [wrong] = Object.keys(problemsOf(guest)) as NameField[]
      if (wrong) return fieldName(wrong, guest.email)
    }
    return undefined
  }
  const problems = (guest: Guest): Names => (isChecked ? problemsOf(guest) : {})
  return { guests, change, check, problems }
}
