import type { CrmAdmin, PlainContact } from '../kit/vendor.ts'
import { companyId, contactBody } from './records.ts'
import { guidOf, vendor, type Rows } from './rows.ts'

/** Dataverse has no tags: contacts are put on marketing lists, contacts and leads on separate lists. */
const createLists = ({ store, ensure, add, remove, findBy, change }: Rows) => {
  const join = (account: string, person: string, tag: string, { isLead, at }: { isLead: boolean; at: number }): void => {
    const code = isLead ? 4 : 2
    const id = guidOf(`list ${account} ${code} ${tag}`)
    const body = { listname: tag, type: false, membercount: 0, createdfromcode: code, statecode: 0 }
    ensure(account, ['lists', id], body, at)
    store.run(
      `update record set body = json_set(body, '$.membercount', json_extract(body, '$.membercount') + 1)
       where vendor = 'microsoft-dynamics' and account = ? and object = 'lists' and id = ?`,
      account,
      id,
    )
    add(account, 'members', { list: id, person }, { created: at, modified: at })
  }
  return {
    joinAll: (account: string, person: string, tags: readonly string[], how: { isLead: boolean; at: number }): void => {
      for (const tag of tags) if (tag !== 'lead') join(account, person, tag, how)
    },
    leaveAll: (account: string, person: string, at: number): void => {
      for (const member of findBy(account, ['members', 'person'], person)) remove(account, ['members', member], at)
    },
    move: (account: string, from: string, into: string, at: number): void => {
      for (const member of findBy(account, ['members', 'person'], from))
        change(account, ['members', member], { person: into }, at)
    },
  }
}

/** The state of a record that was replaced by another. */
const resting = {
  contacts: { statecode: 1, 'statecode label': 'Inactive', statuscode: 2 },
  leads: { statecode: 2, 'statecode label': 'Disqualified', statuscode: 7 },
}

export const createContacts = (rows: Rows): Pick<CrmAdmin, 'addPerson' | 'changePerson' | 'removePerson' | 'mergePeople'> => {
  const { store, add, ensure, change, remove } = rows
  const lists = createLists(rows)
  const setOf = (account: string, id: string): 'leads' | 'contacts' =>
    store.get({ vendor, account, object: 'leads', id }) ? 'leads' : 'contacts'
  const addCompany = (account: string, { company }: Partial<PlainContact>, at: number): void => {
    if (company !== undefined && company !== '')
      ensure(account, ['accounts', companyId(account, company)], { name: company, statecode: 0 }, at)
  }

  return {
    addPerson(account, person) {
      // A contact with this tag has not been qualified yet.
      const isLead = person.tags.includes('lead')
      const times = { created: person.createdAt, modified: person.modifiedAt }
      const state = { statecode: 0, 'statecode label': isLead ? 'Open' : 'Active', statuscode: 1, donotemail: false }
      const own = { ...state, _ownerid_value: store.account({ vendor, account })?.facts['user'], merged: false }
      if (!isLead) addCompany(account, person, person.createdAt)
      const id = add(account, isLead ? 'leads' : 'contacts', { ...own, ...contactBody(account, person, isLead) }, times)
      lists.joinAll(account, id, person.tags, { isLead, at: person.createdAt })
      return id
    },
    changePerson(account, id, person, at) {
      const set = setOf(account, id)
      if (set === 'contacts') addCompany(account, person, at)
      change(account, [set, id], contactBody(account, person, set === 'leads'), at)
      if (!person.tags) return
      lists.leaveAll(account, id, at)
      lists.joinAll(account, id, person.tags, { isLead: set === 'leads', at })
    },
    removePerson(account, id, at) {
      lists.leaveAll(account, id, at)
      remove(account, [setOf(account, id), id], at)
    },
    /**
     * A lead that is merged into a contact is qualified; of two contacts, or two leads, one is the master, the other
     * becomes inactive.
     */
    mergePeople(account, { from, into }, at) {
      const set = setOf(account, from)
      if (set === 'leads' && setOf(account, into) === 'contacts') {
        const qualified = { statecode: 1, 'statecode label': 'Qualified', statuscode: 3, _parentcontactid_value: into }
        change(account, ['leads', from], qualified, at)
        return
      }
      lists.move(account, from, into, at)
      change(account, [set, from], { merged: true, _masterid_value: into, ...resting[set] }, at)
      change(account, [set, into], {}, at)
    },
  }
}
