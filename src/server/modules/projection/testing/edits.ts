// Random records of a company, and random changes of them.
import { ids, randomContact, randomOpportunity, type Dice } from '../../criteria/testing/random.ts'
import type { ContactRecord, OpportunityRecord, RecordBatch } from '../../crm/model.ts'
import { touch } from '../../crm/testing/records.ts'

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))

export const listIds = ['l1', 'l2']
export const contactIds = numbered(40)
export const opportunityIds = numbered(30)

export const randomRecords = (dice: Dice) => {
  const someContact = (id: string): ContactRecord => ({
    ...randomContact(dice, id),
    touches: dice.once(2) ? [touch('first'), touch('second', { source: dice.of(['facebook', 'bing']) })] : [],
  })

  /** With what a salesperson wrote, which is never shared. */
  const someOpportunity = (id: string): OpportunityRecord => ({
    ...randomOpportunity(dice, id, contactIds),
    outcomeReason: 'Maya Ellison went to Harley Street',
  })

  const name = (what: string): string => `${what} ${dice.below(1000)}`

  /** Owners, and pipelines with their stages, under names that change. */
  const randomNames = (): Pick<RecordBatch, 'owners' | 'pipelines'> => ({
    owners: dice.some(ids, 4).map((id) => ({ externalId: id, name: name('Owner'), email: `${id}@brightsmile.example` })),
    pipelines: dice.some(ids, 4).map((id) => {
      const stages = dice
        .some(ids, 3)
        .map((stage) => ({ externalId: stage, name: name('Stage'), order: 0, outcome: 'open' as const }))
      return { externalId: id, name: name('Pipeline'), order: dice.below(9), stages }
    }),
  })

  const randomEdit = (): RecordBatch => {
    const [one, two] = [dice.of(contactIds), dice.of(contactIds)]
    const opportunity = dice.of(opportunityIds)
    const edits: (() => RecordBatch)[] = [
      () => ({ contacts: [one, two, dice.of(contactIds), dice.of(contactIds)].map(someContact) }),
      () => ({ opportunities: [someOpportunity(opportunity)] }),
      () => ({ contacts: [someContact(one)], opportunities: [{ ...someOpportunity(opportunity), contactIds: [one, two] }] }),
      () => ({ deletions: [{ object: 'contact', externalId: one, at: null }] }),
      () => ({ deletions: [{ object: 'opportunity', externalId: opportunity, at: null }] }),
      () => (one === two ? {} : { merges: [{ from: one, into: two, at: null }] }),
      () => ({ memberships: [one, two].map((contactId) => ({ listId: dice.of(listIds), contactId })) }),
      randomNames,
    ]
    return dice.of(edits)()
  }

  return { someContact, someOpportunity, randomNames, randomEdit }
}
