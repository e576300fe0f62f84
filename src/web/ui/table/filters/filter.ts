interface Option {
  value: string
  label: string
}

export interface Filter {
  name: string
  title: string
  value: string | undefined
  /** A choice of values; without it people type a text, or a time. */
  options?: readonly Option[]
  isTime?: boolean
  /** What the value means, where it is an id. */
  words?: string | undefined
  /** What to type. */
  hint?: string
  /** Says what is wrong with what was typed. */
  check?: (text: string) => string | undefined
}
