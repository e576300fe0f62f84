import type { Profile } from '#web/data/account/profile.ts'

/** The changed fields. A stored time zone that is no longer offered is not sent back, because it would be refused. */
export const profileChange = (original: Profile, { name, lastname, timeZone }: Profile): Partial<Profile> => ({
  ...(name === original.name ? {} : { name }),
  ...(lastname === original.lastname ? {} : { lastname }),
  ...(timeZone === original.timeZone ? {} : { timeZone }),
})
