import type { Sealer } from '#server/platform/secrets.ts'

interface State {
  /** The id of the stored attempt. */
  attempt: string
  user: string
}

const stateContext = 'connecting.state'

/** Goes to the vendor and back. It is sealed, so that it cannot be forged, and bound to the user who started the attempt. */
export const sealState = (sealer: Sealer, state: State): string => sealer.seal(JSON.stringify(state), stateContext)

export const openState = (sealer: Sealer, sealed: string): State | undefined => {
  try {
    return JSON.parse(sealer.open(sealed, stateContext).toString()) as State
  } catch {
    return undefined
  }
}
