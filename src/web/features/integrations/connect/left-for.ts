const storageKey = 'connecting_again'

/** Stores in this tab which source the user is reconnecting at the vendor, until they return. */
export const leaveFor = (integrationId: string | undefined) =>
  integrationId ? sessionStorage.setItem(storageKey, integrationId) : sessionStorage.removeItem(storageKey)

export const leftFor = (): string | undefined => sessionStorage.getItem(storageKey) ?? undefined
