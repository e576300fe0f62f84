/** The version of the terms and conditions in force: the day since which they are. */
export const termsVersion = '2026-09-01'
