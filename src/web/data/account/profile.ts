import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getMailPreferences, setEmailPreferences, type EmailPreferences } from '#contract/notifications.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { updateUser } from '#contract/users/users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { loadCurrentUser } from './load-current-user.ts'

const profileKey = ['profile']
const preferencesKey = ['mail-preferences']

export type Profile = Pick<CurrentUser, 'name' | 'lastname' | 'timeZone'>
type OwnChange = Partial<Profile & Pick<CurrentUser, 'theme'>>

interface Saving {
  change: OwnChange
  /** What the person saw when they began; where it is something else by now, they are asked. */
  seen?: Profile
}

export const isStale = (error: unknown) => error instanceof ApiError && error.code === 'STALE_VERSION'

const isSame = (seen: Profile, user: CurrentUser) =>
  seen.name === user.name && seen.lastname === user.lastname && seen.timeZone === user.timeZone

const send = ({ id, version }: CurrentUser, change: OwnChange) =>
  call(updateUser, { params: { id }, body: { version, ...change } })

/** One person is changed from several places. Only a change of what is being edited is worth a question. */
const saveOver = async (user: CurrentUser, { change, seen }: Saving) => {
  if (seen && !isSame(seen, user)) throw new ApiError({ code: 'STALE_VERSION', status: 409 })
  return send(user, change)
}

export const useSaveOwn = (what: 'names' | 'theme') => {
  const { user, changeUser } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: [...profileKey, what],
    // One after the other: each needs the version that the one before has made.
    scope: { id: 'profile' },
    mutationFn: async (saving: Saving) => {
      const saved = await saveOver(user, saving).catch(async (error: unknown) => {
        if (!isStale(error)) throw error
        const fresh = await loadCurrentUser(user.email)
        changeUser({ ...fresh, ...(saving.change.theme ? { theme: saving.change.theme } : {}) })
        return saveOver(fresh, saving)
      })
      const { id, name, lastname, version } = saved
      changeUser({ ...saving.change, id, name, lastname, version })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}

export const useIsSavingNames = () => useIsMutating({ mutationKey: [...profileKey, 'names'] }) > 0

export const useEmailPreferences = () =>
  useQuery({ queryKey: preferencesKey, queryFn: ({ signal }) => call(getMailPreferences, {}, { signal }) })

export const useSetEmailPreferences = () => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'mail-preferences' },
    mutationFn: (body: EmailPreferences) => call(setEmailPreferences, { body }),
    onSuccess: (saved) => queryClient.setQueryData(preferencesKey, saved),
  })
}
