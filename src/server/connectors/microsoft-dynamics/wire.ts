// What Dataverse sends, as far as we use it.
import { z } from 'zod'

export const guid = z.string().regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)
const text = z.string().nullish()
const time = z.string().refine((value) => Number.isFinite(Date.parse(value)), 'is no time')
const link = z.url().max(32_768).optional()

export const pageAnswer = z.looseObject({
  value: z.array(z.unknown()),
  '@odata.nextLink': link,
  '@odata.deltaLink': link,
})
export type PageAnswer = z.infer<typeof pageAnswer>

export const trouble = z.looseObject({ error: z.looseObject({ code: z.string().optional(), message: z.string().optional() }) })
export const whoAmI = z.looseObject({ OrganizationId: guid })
export const attributeRow = z.looseObject({
  LogicalName: z.string(),
  AttributeType: z.string(),
  IsCustomAttribute: z.boolean().nullish(),
  IsValidForRead: z.boolean().nullish(),
  AttributeOf: text,
})

/** A deleted row, among those that have changed. */
export const goneRow = z.looseObject({ '@odata.context': z.string().includes('$deletedEntity'), id: guid })
export const changedAt = z.looseObject({ modifiedon: time })

const standing = { merged: z.boolean().nullish(), _masterid_value: guid.nullish(), statecode: z.int().nullish() }
const leadStanding = { _parentcontactid_value: guid.nullish() }
const common = z.looseObject({
  firstname: text,
  lastname: text,
  emailaddress1: text,
  mobilephone: text,
  telephone1: text,
  address1_city: text,
  address1_stateorprovince: text,
  address1_postalcode: text,
  address1_country: text,
  _ownerid_value: guid.nullish(),
  createdon: time,
  modifiedon: time,
  ...standing,
})
export const contactRow = common.extend({ contactid: guid })
export const leadRow = common.extend({ leadid: guid, companyname: text, ...leadStanding })
export type ContactOrLeadRow = z.infer<typeof common>
export type LeadRow = z.infer<typeof leadRow>

/** The part of a row that shows which record replaces it. */
export const contactStandingRow = z.looseObject({ contactid: guid, ...standing })
export const leadStandingRow = z.looseObject({ leadid: guid, ...standing, ...leadStanding })

export const opportunityRow = z.looseObject({
  opportunityid: guid,
  name: text,
  estimatedvalue: z.number().nullish(),
  actualvalue: z.number().nullish(),
  actualclosedate: text,
  stepname: text,
  statecode: z.int(),
  _parentcontactid_value: guid.nullish(),
  _customerid_value: guid.nullish(),
  _transactioncurrencyid_value: guid.nullish(),
  _ownerid_value: guid.nullish(),
  createdon: time,
  modifiedon: time,
})
export type OpportunityRow = z.infer<typeof opportunityRow>

export const flowRow = z.looseObject({
  _opportunityid_value: guid.nullish(),
  _processid_value: guid.nullish(),
  _activestageid_value: guid.nullish(),
  activestagestartedon: text,
  statecode: z.int().nullish(),
})
export type FlowRow = z.infer<typeof flowRow>
export const flowAnswer = flowRow.extend({ businessprocessflowinstanceid: guid })

export const workflowRow = z.looseObject({ workflowid: guid, name: text, uniquename: text })
export const stageRow = z.looseObject({
  processstageid: guid,
  stagename: text,
  stagecategory: z.int().nullish(),
  _processid_value: guid.nullish(),
})
export type StageRow = z.infer<typeof stageRow>
export const currencyRow = z.looseObject({ transactioncurrencyid: guid, isocurrencycode: z.string() })
export const userRow = z.looseObject({ systemuserid: guid, fullname: text, internalemailaddress: text })
export const organizationRow = z.looseObject({ organizationid: guid, name: text })
export const listRow = z.looseObject({
  listid: guid,
  listname: text,
  /** True: its members are found by a query, not stored. */
  type: z.boolean().nullish(),
  membercount: z.int().nullish(),
  createdfromcode: z.int().nullish(),
  modifiedon: text,
})
export const countAnswer = z.looseObject({ value: z.array(z.looseObject({ total: z.int().min(0) })).min(1) })
