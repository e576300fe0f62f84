/** Up to two initials of a user or a company. */
export const initialsOf = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase() : [...first].slice(0, 2).join('')
}
