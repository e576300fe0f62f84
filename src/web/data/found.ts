// Search results from the server for the command palette.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listClients } from '#contract/clients.ts'
import { listUsers } from '#contract/users/users.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { clientsKey } from './admin/clients.ts'
import { usersKey } from './account/load-current-user.ts'

const pause = 200
const fewest = 2
const shown = 5

const useSettled = (text: string) => {
  const [settled] = useDebouncedValue(text.trim(), pause)
  return { search: settled, enabled: settled.length >= fewest && text.trim().length >= fewest }
}

export const useFoundUsers = (text: string) => {
  const { search, enabled } = useSettled(text)
  const { data } = useQuery({
    queryKey: [...usersKey, 'found', search],
    queryFn: ({ signal }) => call(listUsers, { query: { search, size: shown } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return enabled ? (data?.items ?? []) : []
}

export const useFoundClients = (text: string) => {
  const { search, enabled } = useSettled(text)
  const { data } = useQuery({
    queryKey: [...clientsKey, 'found', search],
    queryFn: ({ signal }) => call(listClients, { query: { search, size: shown } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return enabled ? (data?.items ?? []) : []
}
