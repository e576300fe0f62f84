const asTyped = (name: string) => name.normalize('NFC').trim()

/** Typing the name prevents erasing by mistake. */
export const isTyped = (typed: string, name: string) => asTyped(typed) === asTyped(name)
