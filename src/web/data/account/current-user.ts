import { MantineContext } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useLayoutEffect } from 'react'
import { useSession } from '#web/lib/identity/session.ts'
import { loadCurrentUser } from './load-current-user.ts'

/** The person as the server knows them; what others change about them arrives by this. */
export const currentUserKey = ['current-user']

/** Follows what others change about the person and their account, such as its owner or its closing. */
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

/** Whoever signs in finds the appearance they chose elsewhere. */
export const useChosenTheme = () => {
  const { theme } = useSession().user
  // The library's own hook for this would travel with the first page; the provider has what is needed here.
  const setColorScheme = use(MantineContext)?.setColorScheme
  // Before anything is drawn, so that nothing flashes.
  useLayoutEffect(() => setColorScheme?.(theme), [theme, setColorScheme])
}
