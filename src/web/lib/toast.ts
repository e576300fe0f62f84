let wanted = false
let announce: (() => void) | undefined

export const onFirstToast = (listener: () => void) => {
  announce = listener
  if (wanted) listener()
  return () => {
    announce = undefined
  }
}

/** A toast waits in the library's own queue until the area that shows it has arrived. */
export const showToast = async (kind: 'success' | 'error', text: string) => {
  wanted = true
  announce?.()
  const { toast } = await import('react-toastify/unstyled')
  toast[kind](text)
}
