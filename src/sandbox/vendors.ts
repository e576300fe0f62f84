import { activeCampaignVendor } from './active-campaign/routes.ts'
import { hubspotVendor } from './hubspot/routes.ts'
import { facebookVendor } from './facebook/routes.ts'
import { googleVendor } from './google/routes.ts'
import { ghlVendor } from './ghl/routes.ts'
import type { Vendor } from './kit/vendor.ts'
import { dynamicsVendor } from './microsoft-dynamics/routes.ts'
import { salesforceVendor } from './salesforce/routes.ts'
import { googleSheetVendor } from './googlesheet/routes.ts'
import { airtableVendor } from './airtable/routes.ts'

/** The only list of vendors. */
const vendors: Vendor[] = [
  hubspotVendor,
  salesforceVendor,
  dynamicsVendor,
  activeCampaignVendor,
  facebookVendor,
  googleVendor,
  googleSheetVendor,
  ghlVendor,
  airtableVendor,
]

export const allVendors = (): readonly Vendor[] => vendors

/** Adds a vendor from outside of this folder, before the sandboxes start. Returns how to remove it. */
export const addVendor = (vendor: Vendor): (() => void) => {
  vendors.push(vendor)
  return () => void vendors.splice(vendors.indexOf(vendor), 1)
}
