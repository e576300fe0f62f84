import { MantineContext } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useLayoutEffect } from 'react'
import { useSession } from '#web/lib/identity/session.ts'
import { loadCurrentUser } from './load-current-user.ts'

/** The current user as stored on the server, which includes changes that other users make to them. */
export const currentUserKey = ['current-user']

/** Follows changes that others make to the current user and their account, such as a new owner or its closure. */
export const useFreshUser = () => {
  const { user, changeUser } = useSession()
  useQuery({
    queryKey: currentUserKey,
    queryFn: async () => {
      const fresh = await loadCurrentUser(user.email)
      changeUser(fresh)
      return fresh
    },
    initialData: user,
    staleTime: Infinity,
  })
}

/** Applies the theme that the user chose, also on another device. */
export const useChosenTheme = () => {
  const { theme } = useSession().user
  // The library's own hook for this would enlarge the first download; the provider's context is enough.
  const setColorScheme = use(MantineContext)?.setColorScheme
  // Before the first paint, so that nothing flashes.
  useLayoutEffect(() => setColorScheme?.(theme), [theme, setColorScheme])
}
