import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createGhostCompany,
  deleteGhostCompany,
  deleteGhostData,
  listGhostCompanies,
  renameGhostCompany,
} from '#contract/ghost-companies/companies.ts'
import {
  chooseGhostFile,
  connectGhostSheet,
  disconnectGhostSheet,
  getGhostSheet,
  type GhostSheet,
} from '#contract/ghost-companies/sheets.ts'
import type { Request } from '#contract/kit/route.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useMay } from '#web/lib/may.ts'
import { forgetIntegrations } from '../integrations/integrations.ts'

/** The live stream invalidates it by the same key. */
const ghostCompaniesKey = ['ghostCompanies']

/** All of them, by name: an agency has few. Companies have none. */
export const useGhostCompanies = () =>
  useQuery({
    queryKey: [...ghostCompaniesKey, 'list'],
    queryFn: ({ signal }) => call(listGhostCompanies, { query: {} }, { signal }),
    enabled: useMay()('ghostCompanies', 'r'),
  })

const sheetKey = (id: string) => [...ghostCompaniesKey, 'sheet', id]

/** The sheet of a ghost company, with the rows that cannot be read. */
export const useGhostSheet = (id: string) =>
  useQuery({ queryKey: sheetKey(id), queryFn: ({ signal }) => call(getGhostSheet, { params: { id } }, { signal }) })

/** Resolves when the screens are up to date. They are fetched after a refusal too: the screen may be outdated. */
const useGhostChange = <V, R>(mutationFn: (variables: V) => Promise<R>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      forgetIntegrations()
      const changed = [ghostCompaniesKey, ['contacts']]
      return Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

export const useCreateGhostCompany = () =>
  useGhostChange((body: Request<typeof createGhostCompany>['body']) => call(createGhostCompany, { body }))

export const useRenameGhostCompany = () =>
  useGhostChange(({ id, ...body }: { id: string } & Request<typeof renameGhostCompany>['body']) =>
    call(renameGhostCompany, { params: { id }, body }),
  )

export const useDeleteGhostData = () => useGhostChange((id: string) => call(deleteGhostData, { params: { id } }))

export const useDeleteGhostCompany = () => useGhostChange((id: string) => call(deleteGhostCompany, { params: { id } }))

/** Returns the address at Google. Nothing on the screen changes until the user comes back. */
export const useConnectGhostSheet = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: string } & NonNullable<Request<typeof connectGhostSheet>['body']>) =>
      call(connectGhostSheet, { params: { id }, query: {}, body }),
  })

/** The reply is shown before the lists are fetched again. */
const useSheetChange = <V extends { id: string }>(mutationFn: (variables: V) => Promise<GhostSheet>) => {
  const queryClient = useQueryClient()
  return useGhostChange(async (variables: V) => {
    const sheet = await mutationFn(variables)
    queryClient.setQueryData(sheetKey(variables.id), sheet)
    return sheet
  })
}

export const useChooseGhostFile = () =>
  useSheetChange(({ id, url }: { id: string; url: string }) => call(chooseGhostFile, { params: { id }, body: { url } }))

export const useDisconnectGhostSheet = () =>
  useSheetChange(({ id }: { id: string }) => call(disconnectGhostSheet, { params: { id } }))
