import {
  createGhostCompany,
  deleteGhostCompany,
  deleteGhostData,
  getGhostStatus,
  listGhostCompanies,
  renameGhostCompany,
} from '#contract/ghost-companies/companies.ts'
import { chooseGhostFile, connectGhostSheet, disconnectGhostSheet, getGhostSheet } from '#contract/ghost-companies/sheets.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as companies from './companies.ts'
import * as sheets from './sheet.ts'

export const ghostCompanyRoutes = (parts: sheets.SheetParts): Served[] => [
  serve(listGhostCompanies, ({ query }, context) => companies.listCompanies(context, query.client_id)),
  serve(createGhostCompany, ({ body }, context) => companies.createCompany(context, body)),
  serve(renameGhostCompany, ({ params, body }, context) => companies.renameCompany(context, params.id, body)),
  serve(getGhostStatus, ({ params }, context) => companies.getStatus(context, params.id)),
  serve(connectGhostSheet, ({ params, query, body = {} }, context) => {
    const { url, may_process: mayProcess = false } = body
    return sheets.connectSheet(context, parts, params.id, { agencyClientId: query.agency_client_id, url, mayProcess })
  }),
  serve(getGhostSheet, ({ params }, context) => sheets.getSheet(context, params.id)),
  serve(chooseGhostFile, ({ params, body }, context) => sheets.chooseFile(context, parts, params.id, body.url)),
  serve(disconnectGhostSheet, ({ params }, context) => sheets.disconnectSheet(context, parts, params.id)),
  serve(deleteGhostData, ({ params }, context) => sheets.deleteData(context, parts, params.id)),
  serve(deleteGhostCompany, ({ params }, context) => sheets.deleteCompany(context, parts, params.id)),
]
