const two = (part: number) => String(part).padStart(2, '0')

/** An instant as a local time field expects it: `2026-11-14T16:05`. */
export const localOf = (instant: string): string => {
  const date = new Date(instant)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
