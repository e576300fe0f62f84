// What Salesforce sends, as far as we use it. Fields that the user may not see are absent.
import { z } from 'zod'

const id = z.string().regex(/^[a-zA-Z0-9]{15}([a-zA-Z0-9]{3})?$/)
const text = z.string().nullish()
const flag = z.boolean().nullish()
const time = z.string().refine((value) => Number.isFinite(Date.parse(value)), 'is no time')

export const queryAnswer = z.looseObject({
  totalSize: z.int().min(0),
  done: z.boolean(),
  nextRecordsUrl: z
    .string()
    .regex(/^\/services\/data\/v[\d.]+\/query\/[\w-]+$/)
    .optional(),
  records: z.array(z.unknown()),
})
export type QueryAnswer = z.infer<typeof queryAnswer>

export const describeAnswer = z.looseObject({
  fields: z.array(z.looseObject({ name: z.string(), type: z.string(), custom: z.boolean().optional() })),
})

export const picklistAnswer = z.looseObject({ values: z.array(z.looseObject({ value: z.string() })) })

/** Bodies of refusals. */
export const troubles = z.array(z.looseObject({ errorCode: z.string().optional(), message: z.string().optional() })).min(1)

/** What identifies the end of a page. */
export const rowKey = z.looseObject({ Id: id, SystemModstamp: time.optional(), OpportunityId: id.nullish() })

const common = z.looseObject({
  Id: id,
  FirstName: text,
  LastName: text,
  Email: text,
  Phone: text,
  MobilePhone: text,
  LeadSource: text,
  OwnerId: id.nullish(),
  CreatedDate: time,
  SystemModstamp: time,
})
export const contactRow = common.extend({
  Account: z.looseObject({ Name: text }).nullish(),
  MailingCity: text,
  MailingState: text,
  MailingPostalCode: text,
  MailingCountry: text,
})
export type ContactRow = z.infer<typeof contactRow>
export const leadRow = common.extend({
  Company: text,
  City: text,
  State: text,
  PostalCode: text,
  Country: text,
  IsConverted: flag,
  ConvertedContactId: id.nullish(),
})
export type LeadRow = z.infer<typeof leadRow>

export const opportunityRow = z.looseObject({
  Id: id,
  Name: text,
  StageName: text,
  Amount: z.number().nullish(),
  CurrencyIsoCode: text,
  CloseDate: text,
  IsClosed: z.boolean(),
  IsWon: z.boolean(),
  LeadSource: text,
  ContactId: id.nullish(),
  OwnerId: id.nullish(),
  RecordTypeId: id.nullish(),
  CreatedDate: time,
  SystemModstamp: time,
  LastStageChangeDate: text,
  OpportunityContactRoles: z
    .looseObject({ done: flag, records: z.array(z.looseObject({ ContactId: id.nullish(), IsPrimary: flag })) })
    .nullish(),
})
export type OpportunityRow = z.infer<typeof opportunityRow>

export const historyRow = z.looseObject({
  Id: id,
  OpportunityId: id,
  StageName: z.string(),
  CreatedDate: time,
  Opportunity: z.looseObject({ RecordTypeId: id.nullish() }).nullish(),
})
export type HistoryRow = z.infer<typeof historyRow>
export const historyAnswer = historyRow.extend({ StageName: z.string().nullable() })

export const stageRow = z.looseObject({
  ApiName: text,
  MasterLabel: z.string(),
  SortOrder: z.number().nullish(),
  IsActive: flag,
  IsClosed: flag,
  IsWon: flag,
})
export type StageRow = z.infer<typeof stageRow>

export const recordTypeRow = z.looseObject({ Id: id, Name: z.string(), IsActive: flag })
export const organizationRow = z.looseObject({ Id: id, Name: text, TimeZoneSidKey: text })
/** An opportunity with more contacts than fit into the answer. */
export const unfinishedRow = z.looseObject({ Id: id, OpportunityContactRoles: z.looseObject({ done: z.literal(false) }) })
export const roleRow = z.looseObject({ OpportunityId: id })
export const userRow = z.looseObject({ Id: id, Name: text, Email: text })
export const campaignRow = z.looseObject({
  Id: id,
  Name: text,
  NumberOfContacts: z.number().nullish(),
  NumberOfLeads: z.number().nullish(),
  SystemModstamp: text,
})
export const memberRow = z.looseObject({
  CampaignId: id,
  ContactId: id.nullish(),
  LeadId: id.nullish(),
  Campaign: z.looseObject({ Name: text }).nullish(),
})
export const deletedRow = z.looseObject({ Id: id, SystemModstamp: time, MasterRecordId: id.nullish() })
