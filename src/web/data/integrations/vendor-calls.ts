// Calls whose paths contain a vendor's name, because the specification says so. Every other vendor uses the general call.
import { createActiveCampaignConfig, createConfig, createGhlConfig } from '#contract/integrations/configs.ts'
import { connectActiveCampaign, startConnect, type Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Request } from '#contract/kit/route.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export type ConnectRequest = { type: ProviderType } & Request<typeof startConnect>['body']

/** ActiveCampaign's call takes the API key as the refresh token. */
const connectByActiveCampaignCall = async (clientId: string, { url = '', api_key: key = '' }: Record<string, string>) => {
  const body = { type: 'active campaign', syncing: true, client_id: clientId, hub_id: null, url, refresh_token: key }
  return { oauth_url: null, integration: await call(connectActiveCampaign, { body }) }
}

/** Reconnecting a source needs its id, which the vendors' own calls do not accept. */
export const connect = (clientId: string, { type, ...body }: ConnectRequest) =>
  type === 'active_campaign' && body.integration_id === undefined
    ? connectByActiveCampaignCall(clientId, body.fields ?? {})
    : call(startConnect, { params: { type }, body })

const choiceOf = ({ lists, tags, dispos, source_field }: SyncSettings) => ({ lists, tags, dispos, source_field })

/** Saves what is synced from a source. The calls for GoHighLevel and ActiveCampaign use the vendor's own name for the account. */
export const saveConfig = (source: Integration, settings: SyncSettings) => {
  const { id, type, hub_id: hubId, client_id, version } = source
  if (type === 'ghl' && hubId !== null)
    return call(createGhlConfig, { body: { client_id, version, locationId: hubId, ...choiceOf(settings) } })
  if (type === 'active_campaign' && hubId !== null)
    return call(createActiveCampaignConfig, { body: { client_id, version, hub_id: hubId, ...choiceOf(settings) } })
  return call(createConfig, { body: { client_id, version, integration_id: id, settings } })
}
