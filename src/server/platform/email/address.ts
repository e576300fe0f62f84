/** Two addresses that differ in case alone reach the same user. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()
