import type { CrmAdmin } from '../kit/vendor.ts'
import { namedId } from './ids.ts'
import { contactBody, leadBody } from './records.ts'
import type { Rows } from './rows.ts'

const isLead = (id: string): boolean => id.startsWith('00Q')

/** Salesforce has no tags: contacts belong to campaigns. */
const createCampaigns = ({ store, ensure, add, remove, childrenOf }: Rows) => {
  const membersOf = (account: string, person: string): string[] =>
    childrenOf(account, ['CampaignMember', isLead(person) ? 'LeadId' : 'ContactId'], person)
  const join = (account: string, person: string, tag: string, at: number): void => {
    const id = namedId('Campaign', account + tag)
    const times = { created: at, modified: at }
    ensure(account, id, { Name: tag, IsActive: true, NumberOfContacts: 0, NumberOfLeads: 0 }, at)
    const count = isLead(person) ? '$.NumberOfLeads' : '$.NumberOfContacts'
    store.run(
      `update record set body = json_set(body, '${count}', json_extract(body, '${count}') + 1)
       where vendor = 'salesforce' and account = ? and object = 'Campaign' and id = ?`,
      account,
      id,
    )
    const who = isLead(person) ? { LeadId: person } : { ContactId: person }
    add(account, 'CampaignMember', { CampaignId: id, ...who, Status: 'Sent', HasResponded: false }, times)
  }
  return {
    membersOf,
    joinAll(account: string, person: string, tags: readonly string[], at: number): void {
      for (const tag of tags) if (tag !== 'lead') join(account, person, tag, at)
    },
    leaveAll(account: string, person: string, at: number): void {
      for (const member of membersOf(account, person)) remove(account, member, at)
    },
  }
}

export const createContacts = (rows: Rows): Pick<CrmAdmin, 'addPerson' | 'changePerson' | 'removePerson' | 'mergePeople'> => {
  const { add, ensure, change, remove, childrenOf, organisation } = rows
  const campaigns = createCampaigns(rows)
  const addCompany = (account: string, name: string | undefined, at: number): void => {
    if (name !== undefined && name !== '') ensure(account, namedId('Account', name), { Name: name }, at)
  }
  const rolesOf = (account: string, person: string): string[] =>
    childrenOf(account, ['OpportunityContactRole', 'ContactId'], person)

  return {
    addPerson(account, person) {
      const times = { created: person.createdAt, modified: person.modifiedAt }
      const owner = { OwnerId: organisation(account).facts['user'], HasOptedOutOfEmail: false, MasterRecordId: null }
      const status = { Status: 'Open - Not Contacted', IsConverted: false, ConvertedContactId: null }
      const asLead = person.tags.includes('lead')
      if (!asLead) addCompany(account, person.company, person.createdAt)
      const id = asLead
        ? add(account, 'Lead', { ...owner, ...status, ...leadBody(person) }, times)
        : add(account, 'Contact', { ...owner, ...contactBody(person) }, times)
      campaigns.joinAll(account, id, person.tags, person.createdAt)
      return id
    },
    changePerson(account, id, person, at) {
      if (!isLead(id)) addCompany(account, person.company, at)
      change(account, id, isLead(id) ? leadBody(person) : contactBody(person), at)
      if (!person.tags) return
      campaigns.leaveAll(account, id, at)
      campaigns.joinAll(account, id, person.tags, at)
    },
    removePerson(account, id, at) {
      campaigns.leaveAll(account, id, at)
      for (const role of rolesOf(account, id)) remove(account, role, at)
      remove(account, id, at)
    },
    /** A lead that is merged into a contact is converted; of two contacts one is the master, the other is deleted. */
    mergePeople(account, { from, into }, at) {
      for (const role of rolesOf(account, from)) change(account, role, { ContactId: into }, at)
      for (const member of campaigns.membersOf(account, from)) change(account, member, { ContactId: into, LeadId: null }, at)
      if (isLead(from)) {
        const date = new Date(at).toISOString().slice(0, 10)
        change(account, from, { IsConverted: true, ConvertedDate: date, ConvertedContactId: into, Status: 'Qualified' }, at)
        return
      }
      change(account, from, { MasterRecordId: into }, at)
      remove(account, from, at)
      change(account, into, {}, at)
    },
  }
}
