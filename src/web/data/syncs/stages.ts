import { queryOptions, useQuery } from '@tanstack/react-query'
import { listStages } from '#contract/stages.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const stagesQuery = queryOptions({ queryKey: ['stages'], queryFn: ({ signal }) => call(listStages, {}, { signal }) })

export const useStages = () => useQuery(stagesQuery)
