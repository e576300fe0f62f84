// What is asked for of each object, as far as we may see it.
import type { Session } from '../kit/access.ts'
import { describe } from './client.ts'

const words = (text: string): string[] => text.split(' ')
const person = 'Id FirstName LastName Email Phone MobilePhone LeadSource OwnerId HasOptedOutOfEmail CreatedDate SystemModstamp'
const standard = {
  Contact: words(`${person} AccountId MailingCity MailingState MailingPostalCode MailingCountry`),
  Lead: words(`${person} Company City State PostalCode Country Status Rating IsConverted ConvertedContactId`),
  Opportunity: words(
    'Id Name StageName Amount CurrencyIsoCode CloseDate IsClosed IsWon LeadSource Type Probability CampaignId ContactId OwnerId RecordTypeId CreatedDate SystemModstamp LastStageChangeDate',
  ),
}
/** What comes along from related objects, and the field that must be visible for it. */
const related: Readonly<Record<keyof typeof standard, readonly [string, string][]>> = {
  Contact: [['AccountId', 'Account.Name']],
  Lead: [],
  Opportunity: [['Id', '(SELECT ContactId, IsPrimary FROM OpportunityContactRoles ORDER BY Id)']],
}

export const fieldsOf = async (session: Session, object: keyof typeof standard): Promise<string[] | null> => {
  const described = await describe(session, object)
  if (!described) return null
  const chosen = session.settings.source_field
  const wanted = new Set([...standard[object], ...described.custom, ...(chosen === undefined ? [] : [chosen])])
  const more = related[object].filter(([needed]) => described.has(needed)).map(([, field]) => field)
  return [...[...wanted].filter((field) => described.has(field)), ...more]
}
