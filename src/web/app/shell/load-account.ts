export const loadAccount = async () => (await import('#web/features/my-account/AccountModal.tsx')).AccountModal

/** Called when the user is likely to open it next. */
export const preloadAccount = () => void loadAccount().catch(() => undefined)
