import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { exportContacts, exportHeaders, getLineage, listContacts, listCrmLists } from '#contract/crm/records.ts'
import type { Reply, Request } from '#contract/kit/route.ts'
import { call, download } from '#web/lib/calls/browser-caller.ts'

type ContactsQuery = NonNullable<Request<typeof listContacts>['query']>

/** Fetched each time the list opens, because syncs add contacts at any time; and again and again, if an interval is given. */
export const useContacts = (query: ContactsQuery, { every = false }: { every?: number | false } = {}) =>
  useQuery({
    queryKey: ['contacts', query],
    queryFn: ({ signal }) => call(listContacts, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: every,
  })

type ExportQuery = NonNullable<Request<typeof exportContacts>['query']>

/** A file with contacts, and how many it has and had to leave out. */
export const useExportContacts = () =>
  useMutation({
    mutationFn: async (query: ExportQuery) => {
      const { content, headers } = await download(exportContacts, { query })
      const countOf = (name: string) => Number(headers.get(name) ?? 0)
      return {
        content,
        contacts: countOf(exportHeaders.contacts),
        notAllowed: countOf(exportHeaders.notAllowed),
        overLimit: countOf(exportHeaders.overLimit),
      }
    },
  })

export type CrmLists = Reply<typeof listCrmLists>

/** The lists and tags that a source had at its last sync. */
export const useCrmLists = (integrationId: string, isEnabled: boolean) =>
  useQuery({
    queryKey: ['crm-lists', integrationId],
    queryFn: ({ signal }) => call(listCrmLists, { query: { integration_id: integrationId } }, { signal }),
    enabled: isEnabled,
    staleTime: 0,
  })

export type Lineage = Reply<typeof getLineage>

export const useLineage = (id: string) =>
  useQuery({
    queryKey: ['lineage', id],
    queryFn: ({ signal }) => call(getLineage, { params: { id } }, { signal }),
    staleTime: 0,
  })
