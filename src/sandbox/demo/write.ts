import type { CrmAdmin } from '../kit/vendor.ts'
import type { Story, StoryContact } from './story.ts'

/** Entered twice, and merged. The remaining contact is the one of the history. */
const writeDouble = (crm: CrmAdmin, account: string, person: StoryContact, into: string): void => {
  const { doubledUntil: at } = person
  if (at === null || !crm.mergePeople) return
  const from = crm.addPerson(account, { ...person, email: person.email.replace('@', '.2@'), tags: [] })
  crm.mergePeople(account, { from, into }, at)
}

/** Writes a history into an account of a CRM. Merges come before the deals, so that no deals have to be moved. */
export const writeStory = (crm: CrmAdmin, account: string, { people, deals }: Story): void => {
  const ids = people.map((person) => {
    const { newEmail, doubledUntil: _doubled, ...plain } = person
    const id = crm.addPerson(account, plain)
    writeDouble(crm, account, person, id)
    if (newEmail) crm.changePerson(account, id, { email: newEmail.email }, newEmail.at)
    return id
  })
  for (const { people: numbers, removedAt, ...deal } of deals) {
    const id = crm.addDeal(account, { ...deal, personIds: numbers.map((number) => ids[number] ?? '') })
    if (removedAt !== null) crm.removeDeal(account, id, removedAt)
  }
}
