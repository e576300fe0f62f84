const groupLength = 4

/** A long key in groups of four, which is easier to read and type. */
export const inGroups = (key: string): string[] => key.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
