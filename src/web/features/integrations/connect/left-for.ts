import { idFrom, presentOf } from '#web/lib/address/address.ts'

const storageKey = 'connecting_again'

interface Left {
  /** The source that is being reconnected. */
  integrationId?: string | undefined
  /** The ghost company whose sheet is being connected. */
  ghostCompanyId?: string | undefined
}

/** Stores in this tab what the user connects at the vendor, until they return. */
export const leaveFor = (left: Left): void => sessionStorage.setItem(storageKey, JSON.stringify(left))

export const leftFor = (): Left => {
  try {
    const { integrationId, ghostCompanyId } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>
    return presentOf({ integrationId: idFrom(integrationId), ghostCompanyId: idFrom(ghostCompanyId) })
  } catch {
    return {}
  }
}
