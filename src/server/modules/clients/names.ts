/**
 * Two names that look the same are the same: compatibility forms, case, repeated spaces and invisible characters do not
 * count.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
