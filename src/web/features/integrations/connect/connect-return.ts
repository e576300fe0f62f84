import type { Integration } from '#contract/integrations/integrations.ts'

let connectedId: string | undefined

/** Keeps in memory which source was just connected, until its next step opens. A reload forgets it. */
export const noteConnected = (integrationId: string): void => {
  connectedId = integrationId
}

/** Returns the source that was just connected, once. */
export const takeConnected = (sources: readonly Integration[]): Integration | undefined => {
  const source = sources.find(({ id }) => id === connectedId)
  if (source) connectedId = undefined
  return source
}
