const asTyped = (name: string) => name.normalize('NFC').trim()

/** Whoever types the name does not erase by mistake. */
export const isTyped = (typed: string, name: string) => asTyped(typed) === asTyped(name)
