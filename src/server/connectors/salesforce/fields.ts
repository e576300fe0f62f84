// What is requested of each object, as far as we may see it.
import type { Session } from '../kit/access.ts'
import { describe } from './client.ts'

const words = (text: string): string[] => text.split(' ')
const common = 'Id FirstName LastName Email Phone MobilePhone LeadSource OwnerId HasOptedOutOfEmail CreatedDate SystemModstamp'
const standard = {
  Contact: words(`${common} AccountId MailingCity MailingState MailingPostalCode MailingCountry`),
  Lead: words(`${common} Company City State PostalCode Country Status Rating IsConverted ConvertedContactId`),
  Opportunity: words(
    'Id Name StageName Amount CurrencyIsoCode CloseDate IsClosed IsWon LeadSource Type Probability CampaignId ContactId OwnerId RecordTypeId CreatedDate SystemModstamp LastStageChangeDate',
  ),
}
/** Fields of related objects, and the field that must be visible for them. */
const related: Readonly<Record<keyof typeof standard, readonly [string, string][]>> = {
  Contact: [['AccountId', 'Account.Name']],
  Lead: [],
  Opportunity: [['Id', '(SELECT ContactId, IsPrimary FROM OpportunityContactRoles ORDER BY Id)']],
}

export const fieldsOf = async (session: Session, object: keyof typeof standard): Promise<string[] | null> => {
  const described = await describe(session, object)
  if (!described) return null
  const chosen = session.settings.source_field
  const requested = new Set([...standard[object], ...described.custom, ...(chosen === undefined ? [] : [chosen])])
  const more = related[object].filter(([needed]) => described.has(needed)).map(([, field]) => field)
  return [...[...requested].filter((field) => described.has(field)), ...more]
}
