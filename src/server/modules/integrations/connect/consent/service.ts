// How an agency connects the sheet of a ghost company.
import { sheetType } from '#contract/ghost-companies/sheets.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { GhostCompanyRef } from '../../../ghost-companies/model.ts'
import type { IntegrationRow } from '../../model.ts'
import { selectOfGhost } from '../../queries.ts'
import type { ConnectParts, Fields } from '../parts.ts'
import { deleteAttemptsFor } from './attempt-queries.ts'
import { attemptSeconds, goToVendor } from './by-consent.ts'
import { chooseFile } from './choose-file.ts'

const type = sheetType

/** Undefined: it was never connected, or its data was erased. */
export const findSheet = (tx: Tx, { clientId, ghostCompanyId }: GhostCompanyRef): Promise<IntegrationRow | undefined> =>
  selectOfGhost(tx, clientId, ghostCompanyId)

/** The address at Google, and until when the user may come back from it. A known sheet is connected again. */
export const startSheet = async (
  context: Context,
  parts: ConnectParts,
  { sheet, url, ghostCompanyId }: { sheet: IntegrationRow | undefined; url: string | undefined; ghostCompanyId: string },
): Promise<{ oauthUrl: string; until: Date }> => {
  const address = url ?? sheet?.url ?? null
  const fields: Fields = address === null ? {} : { url: address }
  const oauthUrl = await goToVendor(context, parts, { type, fields, integrationId: sheet?.id ?? null, ghostCompanyId })
  return { oauthUrl, until: new Date(Date.now() + attemptSeconds * 1000) }
}

/** Nobody who is at Google can finish any more. */
export const cancelSheet = (tx: Tx, { clientId, ghostCompanyId }: GhostCompanyRef): Promise<void> =>
  deleteAttemptsFor(tx, clientId, ghostCompanyId)

/** Chooses the spreadsheet of a consent that was given without one. */
export const chooseSheet = (context: Context, parts: ConnectParts, sheet: IntegrationRow, url: string): Promise<void> =>
  chooseFile(context, parts, sheet, url)
