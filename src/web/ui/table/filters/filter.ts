interface Option {
  value: string
  label: string
}

export interface Filter {
  name: string
  title: string
  value: string | undefined
  /** The values to choose from; without them the user types a text or a time. */
  options?: readonly Option[]
  isTime?: boolean
  /** The text to show for a value that is an id. */
  words?: string | undefined
  /** What to type. */
  hint?: string
  /** Returns the error for an invalid text. */
  check?: (text: string) => string | undefined
}
