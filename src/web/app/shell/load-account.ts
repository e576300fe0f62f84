export const loadAccount = async () => (await import('#web/features/my-account/AccountModal.tsx')).AccountModal

/** Somebody is about to reach for it. */
export const preloadAccount = () => void loadAccount().catch(() => undefined)
