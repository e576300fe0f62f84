// The demo's ghost company: an agency keeps it for a client who has no account.
import { createCompany, listCompanies } from '#server/modules/ghost-companies/companies.ts'
import { connectSheet, type SheetParts } from '#server/modules/ghost-companies/sheet.ts'
import type { Context } from '#server/platform/http/context.ts'

export const findGhostCompany = async (context: Context, name: string): Promise<string | undefined> =>
  (await listCompanies(context, undefined)).items.find((company) => company.company_name === name)?.id

/** Goes to Google for its sheet. */
export const connectGhostSheet = async (
  context: Context,
  parts: SheetParts,
  { name, url }: { name: string; url: string | undefined },
): Promise<{ oauth_url: string; integration?: null }> => {
  const id =
    (await findGhostCompany(context, name)) ?? (await createCompany(context, { company_name: name, may_process: true })).id
  return connectSheet(context, parts, id, { url, mayProcess: true })
}
