/** Two addresses that differ in case alone reach the same person. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()
