import type { Integration } from '#contract/integrations/integrations.ts'

let arrived: string | undefined

/** Which source has just been connected. The page knows it until the next step is taken; after a reload nobody is led anywhere. */
export const noteConnected = (integrationId: string): void => {
  arrived = integrationId
}

/** The one among these that has just arrived, once. */
export const takeConnected = (sources: readonly Integration[]): Integration | undefined => {
  const source = sources.find(({ id }) => id === arrived)
  if (source) arrived = undefined
  return source
}
