/** The current version of the terms and conditions: the day since which they apply. */
export const termsVersion = '2026-09-01'
