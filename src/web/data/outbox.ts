import { useQuery } from '@tanstack/react-query'
import { listEmails, showEmail } from '#contract/outbox.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { config } from '#web/lib/config.ts'

const pollEvery = 2_000
const shown = 50

export const useEmails = () =>
  useQuery({
    queryKey: ['emails'],
    queryFn: ({ signal }) => call(listEmails, { query: { limit: shown } }, { signal }),
    refetchInterval: pollEvery,
    retry: false,
  })

/** The address that a frame loads to show the email as its reader sees it. */
export const emailAddressOf = (id: string) => config().apis[showEmail.api].replace(/\/$/, '') + showEmail.path.replace('{id}', id)
