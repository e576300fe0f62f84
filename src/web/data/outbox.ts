import { useQuery } from '@tanstack/react-query'
import { listLetters, showLetter } from '#contract/outbox.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { config } from '#web/lib/config.ts'

const pollEvery = 2_000
const shown = 50

export const useLetters = () =>
  useQuery({
    queryKey: ['letters'],
    queryFn: ({ signal }) => call(listLetters, { query: { limit: shown } }, { signal }),
    refetchInterval: pollEvery,
    retry: false,
  })

/** Where a frame finds the letter as its reader sees it. */
export const letterAddress = (id: string) =>
  config().apis[showLetter.api].replace(/\/$/, '') + showLetter.path.replace('{id}', id)
