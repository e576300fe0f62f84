import { locale } from './locale.ts'

const number = new Intl.NumberFormat(locale)

/** 1,204. */
export const formatNumber = (n: number): string => number.format(n)
