/** What was typed before the search field existed. */
export interface Typed {
  text: string
  /** Enter was pressed after the text. */
  isEntered: boolean
}

export const nothingTyped: Typed = { text: '', isEntered: false }

const typedWith = (before: Typed, key: string): Typed => {
  if (key === 'Enter') return { ...before, isEntered: true }
  return { ...before, text: key === 'Backspace' ? before.text.slice(0, -1) : before.text + key }
}

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter' || key === 'Backspace')

/** The Enter that opened the palette is repeated while the key is held. */
const isHeldEnter = ({ key, repeat }: KeyboardEvent) => key === 'Enter' && repeat

/** Records keys that are typed before the search field exists; the returned function stops recording and returns them. */
export const captureKeys = () => {
  let typed = nothingTyped
  const listen = (event: KeyboardEvent) => {
    if (!isTyping(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isHeldEnter(event)) typed = typedWith(typed, event.key)
  }
  window.addEventListener('keydown', listen, true)
  return () => {
    window.removeEventListener('keydown', listen, true)
    const all = typed
    typed = nothingTyped
    return all
  }
}
