/** Two names that read the same are the same: compatibility forms, case and repeated spaces do not count. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

export const normaliseEmail = (email: string): string => email.trim().toLowerCase()
