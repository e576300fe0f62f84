import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  approveCriteria,
  compareVersions,
  discardCriteria,
  getCriteria,
  previewCriteria,
  requestChanges,
  requestData,
  saveCriteria,
  submitCriteria,
  withdrawCriteria,
} from '#contract/connections/agreements.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { listCriteriaSourceFields, listCriteriaValues, type SuggestedField } from '#contract/criteria/suggestions.ts'
import type { Reply, Request } from '#contract/kit/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

type Body<R extends { body?: unknown }> = R['body']

export type Agreement = Reply<typeof getCriteria>

/** Below the connections: a change of one reloads its versions, too. */
const agreementKey = (id: string) => ['connections', 'agreement', id]

export const useAgreement = (id: string) =>
  useQuery({
    queryKey: agreementKey(id),
    queryFn: ({ signal }) => call(getCriteria, { params: { id }, query: {} }, { signal }),
  })

export const useComparison = (id: string, query: { from: number; to: number }) =>
  useQuery({
    queryKey: [...agreementKey(id), 'compare', query],
    queryFn: ({ signal }) => call(compareVersions, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

const previewKey = (id: string) => ['criteria-preview', id]

/** What criteria would share now; null waits. The previous reply stays until the next one, and an outdated request is canceled. */
export const usePreview = (id: string, criteria: Criteria | null, { estimate = false } = {}) =>
  useQuery({
    queryKey: [...previewKey(id), criteria, estimate],
    queryFn: ({ signal }) =>
      call(previewCriteria, { params: { id }, body: { criteria: criteria as Criteria, estimate } }, { signal }),
    enabled: criteria !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })

interface Suggested {
  integrationId: string
  field: SuggestedField
  name: string
  search: string
}

export const useCriteriaValues = ({ integrationId, field, name, search }: Suggested) =>
  useQuery({
    queryKey: ['criteria-values', integrationId, field, name, search],
    queryFn: ({ signal }) =>
      call(
        listCriteriaValues,
        { query: { integration_id: integrationId, field, ...(name ? { name } : {}), ...(search ? { search } : {}) } },
        { signal },
      ),
    enabled: integrationId !== '' && (field !== 'source_field' || name !== ''),
    placeholderData: keepPreviousData,
  })

export const useSourceFields = (integrationId: string) =>
  useQuery({
    queryKey: ['criteria-source-fields', integrationId],
    queryFn: ({ signal }) => call(listCriteriaSourceFields, { query: { integration_id: integrationId } }, { signal }),
    enabled: integrationId !== '',
  })

/** Resolves when the screens are up to date. They are fetched after a refusal too: the screen may be outdated. */
const useAgreementChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: ['connections'] }) })
}

export const useSaveCriteria = () =>
  useAgreementChange(({ id, ...body }: { id: string } & Body<Request<typeof saveCriteria>>) =>
    call(saveCriteria, { params: { id }, body }),
  )

export const useDiscardCriteria = () =>
  useAgreementChange(({ id, ...body }: { id: string } & Body<Request<typeof discardCriteria>>) =>
    call(discardCriteria, { params: { id }, body }),
  )

/** A refusal may be about counts or names that have changed, so the preview is fetched again, too. */
export const useSubmitCriteria = () => {
  const queryClient = useQueryClient()
  return useAgreementChange(async ({ id, ...body }: { id: string } & Body<Request<typeof submitCriteria>>) => {
    try {
      return await call(submitCriteria, { params: { id }, body })
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: previewKey(id) })
      throw error
    }
  })
}

export const useWithdrawCriteria = () =>
  useAgreementChange(({ id, ...body }: { id: string } & Body<Request<typeof withdrawCriteria>>) =>
    call(withdrawCriteria, { params: { id }, body }),
  )

export const useApproveCriteria = () =>
  useAgreementChange(({ id, ...body }: { id: string } & Body<Request<typeof approveCriteria>>) =>
    call(approveCriteria, { params: { id }, body }),
  )

export const useRequestChanges = () =>
  useAgreementChange(({ id, ...body }: { id: string } & Body<Request<typeof requestChanges>>) =>
    call(requestChanges, { params: { id }, body }),
  )

export const useRequestData = () =>
  useAgreementChange(({ id, ...body }: { id: string } & Body<Request<typeof requestData>>) =>
    call(requestData, { params: { id }, body }),
  )
