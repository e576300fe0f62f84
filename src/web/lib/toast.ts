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
  try {
    const { toast } = await import('react-toastify/unstyled')
    toast[kind](text)
  } catch {
    // The toasts could not be downloaded. Whoever sends one has more to do than to wait for it.
  }
}
