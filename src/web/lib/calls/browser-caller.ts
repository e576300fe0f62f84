import { createCaller } from './api.ts'
import { config } from '../config.ts'
import { configureIdentity, getAccessToken } from '../identity/identity.ts'
import { rememberedClientId } from '../identity/session.ts'

configureIdentity(config().identity)

export const { call, stream, download } = createCaller({
  apis: config().apis,
  host: location.host,
  getToken: getAccessToken,
  getClientId: rememberedClientId,
  fetch: (address, init) => fetch(address, init),
  // oxlint-disable-next-line no-console -- the specification asks for this warning
  warn: (message) => console.warn(message),
})
