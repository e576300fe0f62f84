// Some changes need a proof of who somebody is that is fresh. What asks for one waits here until a dialog has brought it.

export interface ProofRequest {
  /** Goes on with what was asked. */
  proven: () => void
  canceled: () => void
}

/** The person would rather not. Nothing was changed, so there is nothing to say. */
class ProofCanceled extends Error {}

export const isProofCanceled = (error: unknown): boolean => error instanceof ProofCanceled

type Show = (wanted: ProofRequest) => void

let ask: Show | undefined
let open: { proof: Promise<void>; cancel: () => void } | undefined

/** Whoever shows the dialog. Returns how to stop, which cancels what still waits for it. */
export const onProofRequested = (show: Show) => {
  ask = show
  return () => {
    if (ask !== show) return
    ask = undefined
    open?.cancel()
  }
}

const isProofWanted = (error: unknown) => error instanceof Error && error.name === 'ReauthenticationRequiredException'

/** One dialog at a time: whatever else needs a proof meanwhile waits for the same one. */
const askForProof = (show: Show): Promise<void> => {
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

/** Does it, and where the provider wants a proof first, does it again once that is given. */
export const withFreshProof = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (!ask || !isProofWanted(error)) throw error
    await askForProof(ask)
    return change()
  }
}
