const storageKey = 'connecting_again'

/** Which source somebody leaves for its vendor to connect again. This tab remembers it until they are back. */
export const leaveFor = (integrationId: string | undefined) =>
  integrationId ? sessionStorage.setItem(storageKey, integrationId) : sessionStorage.removeItem(storageKey)

export const leftFor = (): string | undefined => sessionStorage.getItem(storageKey) ?? undefined
