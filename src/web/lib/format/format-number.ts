import { locale } from './locale.ts'

const number = new Intl.NumberFormat(locale)

/** 1,204. */
export const formatNumber = (n: number): string => number.format(n)

/** +1,204 or −3. */
export const formatSigned = (n: number): string => (n > 0 ? `+${formatNumber(n)}` : `−${formatNumber(-n)}`)

/** +220 −1. Empty if nothing is different. */
export const formatDifference = ({ added, removed }: { added: number; removed: number }): string =>
  [added, -removed]
    .filter((n) => n !== 0)
    .map(formatSigned)
    .join(' ')
