// What is requested of each table.
import type { Session } from '../kit/access.ts'
import { customAttributes } from './client.ts'

export const words = (text: string): string[] => text.split(' ')
const common =
  'firstname lastname emailaddress1 mobilephone telephone1 address1_city address1_stateorprovince address1_postalcode address1_country ' +
  'leadsourcecode donotemail donotbulkemail merged _masterid_value _ownerid_value statecode statuscode createdon modifiedon'
const standard = {
  contact: words(`contactid ${common} _parentcustomerid_value`),
  lead: words(`leadid ${common} companyname _parentcontactid_value`),
  opportunity: words(
    'opportunityid name estimatedvalue actualvalue estimatedclosedate actualclosedate closeprobability stepname statecode statuscode ' +
      '_customerid_value _parentcontactid_value _originatingleadid_value _transactioncurrencyid_value _ownerid_value createdon modifiedon',
  ),
}
export const selectOf = async (session: Session, logicalName: keyof typeof standard): Promise<string[]> => [
  ...standard[logicalName],
  ...(await customAttributes(session, logicalName)),
]
