import { presentOf, textFrom } from '#web/lib/address.ts'

export const sandboxesSearch = (search: Record<string, unknown>) =>
  presentOf({
    vendor: textFrom(search['vendor']),
    /** The account whose records are open. */
    account: textFrom(search['account']),
  })
