import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply, Request } from '#contract/kit/route.ts'
import { getWebhookUsage } from '#contract/webhooks/deliveries.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  requireSignature,
  rotateSigningSecret,
  rotateWebhookKey,
} from '#contract/webhooks/endpoints.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

const webhooksKey = ['webhooks']

/** Any change may also change counts, properties and deliveries. */
export const useWebhookChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey }) })
}

export type EndpointList = Reply<typeof listWebhookEndpoints>

/** Fetched each time the page opens, because events come in at any time. */
export const useEndpoints = () =>
  useQuery({
    queryKey: [...webhooksKey, 'endpoints'],
    queryFn: ({ signal }) => call(listWebhookEndpoints, {}, { signal }),
    staleTime: 0,
  })

export type Usage = Reply<typeof getWebhookUsage>

export const useUsage = () =>
  useQuery({
    queryKey: [...webhooksKey, 'usage'],
    queryFn: ({ signal }) => call(getWebhookUsage, {}, { signal }),
    staleTime: 0,
  })

export const useCreateEndpoint = () =>
  useWebhookChange((companyId: string | null) => call(createWebhookEndpoint, { body: { company_id: companyId } }))

type Change<B> = B & { id: string }

export const useRotateKey = () =>
  useWebhookChange(({ id, ...body }: Change<Request<typeof rotateWebhookKey>['body']>) =>
    call(rotateWebhookKey, { params: { id }, body }),
  )

export const useRotateSecret = () => useWebhookChange((id: string) => call(rotateSigningSecret, { params: { id } }))

export const useRequireSignature = () =>
  useWebhookChange(({ id, ...body }: Change<Request<typeof requireSignature>['body']>) =>
    call(requireSignature, { params: { id }, body }),
  )

/** What would be deleted with an endpoint. Counted each time that the question opens, and not after the deletion. */
export const useDeletionCounts = (id: string) =>
  useQuery({
    queryKey: ['webhook-deletion', id],
    queryFn: ({ signal }) => call(deleteWebhookEndpoint, { params: { id }, query: { dry_run: 'true' } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const useDeleteEndpoint = () =>
  useWebhookChange((id: string) => call(deleteWebhookEndpoint, { params: { id }, query: {} }))
