import type { ChangedIds, RecordChanges } from '../model.ts'

/** Each id once. A record that was just created is not also changed. */
const eachOnce = ({ created, changed, deleted, merged }: ChangedIds): ChangedIds => {
  const isNew = new Set(created)
  return {
    created: [...isNew],
    changed: [...new Set(changed)].filter((id) => !isNew.has(id)),
    deleted: [...new Set(deleted)],
    merged: [...new Set(merged)],
  }
}

export const uniqueChanges = ({ contact, opportunity }: RecordChanges): RecordChanges => ({
  contact: eachOnce(contact),
  opportunity: eachOnce(opportunity),
})
