import { useQuery } from '@tanstack/react-query'
import { listStages } from '#contract/stages.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const useStages = () => useQuery({ queryKey: ['stages'], queryFn: ({ signal }) => call(listStages, {}, { signal }) })
