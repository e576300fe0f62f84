import { readAsLatin } from '#contract/kit/reserved-names.ts'

/**
 * Two names that look the same are the same: compatibility forms, case, repeated spaces and invisible characters do not
 * count, nor which alphabet a letter in a Latin word is from.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .replaceAll(/\S+/g, readAsLatin)
