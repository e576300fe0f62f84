let hasToast = false
let announce: (() => void) | undefined

export const onFirstToast = (listener: () => void) => {
  announce = listener
  if (hasToast) listener()
  return () => {
    announce = undefined
  }
}

/** A toast waits in the library's own queue until the component that shows it has loaded. */
export const showToast = async (kind: 'success' | 'error', text: string) => {
  hasToast = true
  announce?.()
  try {
    const { toast } = await import('react-toastify/unstyled')
    toast[kind](text)
  } catch {
    // The library could not be downloaded. The caller continues without the toast.
  }
}
