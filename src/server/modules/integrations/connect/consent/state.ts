import type { Sealer } from '#server/platform/secrets.ts'

interface State {
  /** The attempt that is kept with us. */
  attempt: string
  user: string
}

const stateContext = 'connecting.state'

/** Goes to the vendor and comes back: sealed, so that nobody can make one, and bound to the person who left. */
export const sealState = (sealer: Sealer, state: State): string => sealer.seal(JSON.stringify(state), stateContext)

export const openState = (sealer: Sealer, sealed: string): State | undefined => {
  try {
    return JSON.parse(sealer.open(sealed, stateContext).toString()) as State
  } catch {
    return undefined
  }
}
