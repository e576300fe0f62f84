import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { exportAudit, listAudit, verifyAudit } from '#contract/audit.ts'
import type { Request } from '#contract/kit/route.ts'
import { call, download } from '#web/lib/calls/browser-caller.ts'

export const auditKey = ['audit']

type AuditQuery = Request<typeof listAudit>['query']
type ExportQuery = Request<typeof exportAudit>['query']

/** Fetched each time the page opens, because there may be new entries. */
export const useAudit = (query: AuditQuery) =>
  useQuery({
    queryKey: [...auditKey, query],
    queryFn: ({ signal }) => call(listAudit, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useExportAudit = () =>
  useMutation({ mutationFn: async (query: ExportQuery): Promise<Blob> => (await download(exportAudit, { query })).content })

export const useVerifyAudit = () =>
  useMutation({
    mutationFn: (clientId: string | undefined) => call(verifyAudit, { body: clientId ? { client_id: clientId } : {} }),
  })

export type Verification = Awaited<ReturnType<ReturnType<typeof useVerifyAudit>['mutateAsync']>>
