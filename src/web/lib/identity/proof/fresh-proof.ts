// Some changes need a fresh proof of the user's identity. A change waits here until the user has proven it in a dialog.

export interface ProofRequest {
  /** Continues with the change. */
  proven: () => void
  canceled: () => void
}

/** The user canceled. Nothing was changed, so no message is shown. */
class ProofCanceled extends Error {}

export const isProofCanceled = (error: unknown): boolean => error instanceof ProofCanceled

type Show = (request: ProofRequest) => void

let showDialog: Show | undefined
let open: { proof: Promise<void>; cancel: () => void } | undefined

/** Registers the component that shows the dialog. Returns a function that unregisters it and cancels a pending request. */
export const onProofRequested = (show: Show) => {
  showDialog = show
  return () => {
    if (showDialog !== show) return
    showDialog = undefined
    open?.cancel()
  }
}

const isProofRequired = (error: unknown) => error instanceof Error && error.name === 'ReauthenticationRequiredException'

/** One dialog at a time: other changes that need a proof wait for the same one. */
const requestProof = (show: Show): Promise<void> => {
  if (open) return open.proof
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const cancel = () => reject(new ProofCanceled())
  const proof = promise.finally(() => {
    open = undefined
  })
  open = { proof, cancel }
  show({ proven: resolve, canceled: cancel })
  return proof
}

/** Makes the change; if the provider requires a fresh proof first, makes it again after the proof. */
export const withFreshProof = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (!showDialog || !isProofRequired(error)) throw error
    await requestProof(showDialog)
    return change()
  }
}
