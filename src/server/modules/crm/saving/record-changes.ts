import type { ChangeKind } from '../../changes/service.ts'
import type { RecordObject } from '../records.ts'

/** Ids of ours, by what happened to them. */
type ChangedIds = Readonly<Record<ChangeKind, readonly string[]>>

export type RecordChanges = Readonly<Record<RecordObject, ChangedIds>>

/** Each id once. What was just created is not changed as well. */
const eachOnce = ({ created, changed, deleted, merged }: ChangedIds): ChangedIds => {
  const isNew = new Set(created)
  return {
    created: [...isNew],
    changed: [...new Set(changed)].filter((id) => !isNew.has(id)),
    deleted: [...new Set(deleted)],
    merged: [...new Set(merged)],
  }
}

export const recordChanges = ({ contact, opportunity }: RecordChanges): RecordChanges => ({
  contact: eachOnce(contact),
  opportunity: eachOnce(opportunity),
})
