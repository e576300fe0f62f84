import { presentOf, textFrom } from '#web/lib/address/address.ts'

interface CallbackSearch {
  state?: string
  code?: string
  error?: string
}

/** Whether a vendor has answered. The answer itself is read once from the unparsed address. */
export const callbackSearch = (search: Record<string, unknown>): CallbackSearch =>
  presentOf({ state: textFrom(search['state']), code: textFrom(search['code']), error: textFrom(search['error']) })
