import { checkAddress } from '../kit/calls/addresses.ts'
import type { VendorApp } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { manifest } from './manifest.ts'

interface SheetLocation {
  spreadsheetId: string
  /** The tab that was open; null: the address has none. */
  gid: string | null
}

/** The sheet of an address from a browser. */
export const sheetAt = (app: VendorApp, text: string): SheetLocation => {
  const url = checkAddress(text, { hosts: manifest.hosts, sandboxOrigin: app.sandboxOrigin, field: 'url' })
  if (/\/spreadsheets\/d\/e\//.test(url.pathname))
    throw new ConnectorFailure(
      'refused',
      'This is the URL of a published copy. Open the sheet itself and copy the URL from your browser.',
      { field: 'url' },
    )
  const spreadsheetId = /\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{20,120})(?:\/|$)/.exec(url.pathname)?.[1]
  if (spreadsheetId === undefined)
    throw new ConnectorFailure('refused', "This isn't a Google Sheets URL. It should look like …/spreadsheets/d/…/edit.")
  const gid = /[#&?]gid=(\d{1,12})/.exec(url.hash)?.[1] ?? /[?&]gid=(\d{1,12})/.exec(url.search)?.[1]
  return { spreadsheetId, gid: gid ?? null }
}

export const addressOf = (app: VendorApp, { spreadsheetId, gid }: SheetLocation): string => {
  const origin = app.sandboxOrigin === null ? 'https://docs.google.com' : app.addresses.api
  return `${origin}/spreadsheets/d/${spreadsheetId}/edit${gid === null ? '' : `#gid=${gid}`}`
}
