import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listFailedJobs, retryFailedJob } from '#contract/jobs.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

const failedJobsKey = ['failed-jobs']

export const useFailedJobs = (query: { page: number; size: number }) =>
  useQuery({
    queryKey: [...failedJobsKey, query],
    queryFn: ({ signal }) => call(listFailedJobs, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useRetryJob = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(retryFailedJob, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: failedJobsKey }),
  })
}
