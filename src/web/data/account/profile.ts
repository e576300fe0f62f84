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
  /** The profile as it was when the user began to edit; if it has changed since, the user has to decide. */
  original?: Profile
}

export const isStale = (error: unknown) => error instanceof ApiError && error.code === 'STALE_VERSION'

const isSame = (original: Profile, user: CurrentUser) =>
  original.name === user.name && original.lastname === user.lastname && original.timeZone === user.timeZone

const send = ({ id, version }: CurrentUser, change: OwnChange) =>
  call(updateUser, { params: { id }, body: { version, ...change } })

/** A user is changed by several screens at once. Only a change of the edited fields is a conflict. */
const saveOver = async (user: CurrentUser, { change, original }: Saving) => {
  if (original && !isSame(original, user)) throw new ApiError({ code: 'STALE_VERSION', status: 409 })
  return send(user, change)
}

export const useSaveOwn = (what: 'names' | 'theme') => {
  const { user, changeUser } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: [...profileKey, what],
    // One after the other: each change needs the version that the previous one created.
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
