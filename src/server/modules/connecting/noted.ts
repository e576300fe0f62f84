import { maskEmail } from '#server/platform/masks.ts'

/** A name as the audit may keep it: it outlives the account, and people call their sources by their own addresses. */
export const noted = (text: string): string => text.replaceAll(/[^\s<>()@]+@[^\s<>()@]+/g, maskEmail)
