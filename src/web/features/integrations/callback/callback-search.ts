import { presentOf, textFrom } from '#web/lib/address/address.ts'

interface CallbackSearch {
  state?: string
  code?: string
  error?: string
}

/** That a vendor has answered. What exactly it said is read from the address itself, once. */
export const callbackSearch = (search: Record<string, unknown>): CallbackSearch =>
  presentOf({ state: textFrom(search['state']), code: textFrom(search['code']), error: textFrom(search['error']) })
