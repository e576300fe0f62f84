import { createCaller } from './api.ts'
import { takeAhead } from './ahead.ts'
import { config } from '../config.ts'
import { getAccessToken } from '../identity/identity.ts'
import { rememberedClientId } from '../identity/session.ts'

export const { call, stream, download } = createCaller({
  apis: config().apis,
  host: location.host,
  getToken: getAccessToken,
  getClientId: rememberedClientId,
  fetch: async (address, init) => (await takeAhead(address, init)) ?? fetch(address, init),
  // oxlint-disable-next-line no-console -- the specification asks for this warning
  warn: (message) => console.warn(message),
})
