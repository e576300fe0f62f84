import {
  chooseFacebookAccount,
  chooseGoogleAccount,
  connectAdAccounts,
  listAdAccounts as listAnyAdAccounts,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
} from '#contract/integrations/ad-accounts.ts'
import {
  createActiveCampaignConfig,
  createConfig,
  createGhlConfig,
  replaceConfig,
  requestSync,
} from '#contract/integrations/configs.ts'
import {
  connectActiveCampaign,
  deleteIntegration,
  finishConnect,
  getHubspotToken,
  listIntegrationModels,
  refreshIntegration,
  startConnect,
  updateIntegrationModel,
} from '#contract/integrations/integrations.ts'
import { connectLocations, listLocations } from '#contract/integrations/locations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { ofSeenSources, ownClient } from '../service.ts'
import { finishConnect as finish } from './consent/by-consent.ts'
import { connectByKey } from './by-key.ts'
import type { ConnectParts } from './parts.ts'
import { startConnect as start } from './start.ts'
import { disconnectIntegration } from '../disconnect/disconnect.ts'
import { listModels } from '../settings/models.ts'
import { freshToken, refreshIntegration as refresh } from './refresh.ts'
import { changeIntegration } from '../settings/change.ts'
import { chooseAdAccount, listAdAccounts, listBusinesses, listManagers } from '../settings/choose-account.ts'
import { saveConfig, saveConfigFor } from '../settings/configs.ts'
import { connectAdAccounts as connectAccounts, listAdAccountsOf } from '../settings/connect-accounts.ts'
import { connectLocations as connectAllLocations, listLocations as listReached } from '../settings/locations.ts'
import { previewMapping as preview } from '../settings/preview-mapping.ts'
import { requestSyncFor } from '../settings/request-sync.ts'
import { updateModel } from '../settings/update-model.ts'

const connectFlowRoutes = (parts: ConnectParts): Served[] => [
  serve(startConnect, ({ params, body }, context) =>
    start(context, parts, { type: params.type, fields: body.fields, integrationId: body.integration_id ?? null }),
  ),
  serve(finishConnect, ({ params, body }, context) => finish(context, parts, { type: params.type, ...body })),
  serve(refreshIntegration, ({ params }, context) => refresh(context, parts, params.id)),
  serve(deleteIntegration, ({ params, query }, context) => disconnectIntegration(context, parts, params.id, query)),
  serve(listIntegrationModels, ({ query }, context) => listModels(context, query.client_id)),
  serve(updateIntegrationModel, ({ params, body }, context) => updateModel(context, parts, params.id, body)),
  serve(listAnyAdAccounts, ({ params }, context) => listAdAccountsOf(context, parts, params.id)),
  serve(connectAdAccounts, ({ params, body }, context) => connectAccounts(context, parts, params.id, body.adaccounts)),
  serve(listLocations, ({ params }, context) => listReached(context, parts, params.id)),
  serve(connectLocations, ({ params, body }, context) => connectAllLocations(context, parts, params.id, body.locations)),
  serve(previewMapping, ({ params, body }, context) => preview(context, parts.vendors, params.id, body.settings)),
  serve(requestSync, ({ body }, context) => requestSyncFor(context, parts, body)),
  serve(createConfig, ({ body }, context) => saveConfig(context, parts.dispatcher, body, 'replace')),
  serve(replaceConfig, ({ body }, context) => saveConfig(context, parts.dispatcher, body, 'merge')),
]

/** Calls whose paths name a vendor, because the specification does. Each delegates to what serves all vendors. */
const namedRoutes = (parts: ConnectParts): Served[] => [
  serve(getHubspotToken, ({ query }, context) => freshToken(context, parts.vendors, { ...query, type: 'hubspot' })),
  serve(connectActiveCampaign, async ({ body }, context) => {
    ownClient(context, body.client_id)
    const fields = { url: body.url, api_key: body.refresh_token }
    const hubId = body.hub_id?.trim()
    const connection = { type: 'active_campaign', fields, integrationId: null, hubId, isRead: body.syncing } as const
    const { integration } = await connectByKey(context, parts, connection)
    if (integration.syncing === body.syncing) return integration
    return changeIntegration(context, parts.dispatcher, integration.id, { syncing: body.syncing })
  }),
  serve(listFacebookAccounts, ({ query }, context) => listAdAccounts(context, parts.vendors, 'facebook', query)),
  serve(listFacebookBusinesses, async ({ query }, context) => {
    const { items } = await listBusinesses(context, parts.vendors, 'facebook', query)
    return { items }
  }),
  serve(chooseFacebookAccount, ({ body }, context) => chooseAdAccount(context, parts, 'facebook', body)),
  serve(listGoogleBusinesses, ({ query }, context) => listManagers(context, parts.vendors, 'google', query)),
  serve(chooseGoogleAccount, ({ body }, context) => chooseAdAccount(context, parts, 'google', body)),
  serve(createGhlConfig, ({ body: { locationId: hubId, client_id, interval_minutes, version, ...settings } }, context) => {
    const account = { type: 'ghl', hubId, field: 'locationId' } as const
    return saveConfigFor(context, parts.dispatcher, account, { client_id, interval_minutes, version, settings })
  }),
  serve(createActiveCampaignConfig, ({ body: { hub_id: hubId, client_id, interval_minutes, version, ...settings } }, context) => {
    const account = { type: 'active_campaign', hubId, field: 'hub_id' } as const
    return saveConfigFor(context, parts.dispatcher, account, { client_id, interval_minutes, version, settings })
  }),
]

export const connectRoutes = (parts: ConnectParts): Served[] =>
  ofSeenSources([...connectFlowRoutes(parts), ...namedRoutes(parts)])
