const groupLength = 4

/** A long key in groups of four, as people read it aloud or type it. */
export const inGroups = (key: string): string[] => key.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
