import type { CrmAdmin } from '../kit/vendor.ts'
import type { Story, StoryContact } from './story.ts'

/** Entered twice, and merged again. The one who stays is the one that the rest of the story is about. */
const writeDouble = (crm: CrmAdmin, account: string, person: StoryContact, into: string): void => {
  const { doubledUntil: at } = person
  if (at === null || !crm.mergePeople) return
  const from = crm.addPerson(account, { ...person, email: person.email.replace('@', '.2@'), tags: [] })
  crm.mergePeople(account, { from, into }, at)
}

/** Writes a story into an account of a CRM, as if people had. Merging comes before the deals: there are none to carry over then. */
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
