import type { Stream } from '../kit/connector.ts'
import { readContacts, readDeals } from './records.ts'
import { readDeletions, readLists, readMembers, readOwners, readPipelines } from './reference-data.ts'

export const streams: readonly Stream[] = [
  { name: 'pipelines', isWhole: true, read: readPipelines },
  { name: 'owners', isWhole: true, read: readOwners },
  { name: 'lists', isWhole: true, read: readLists },
  { name: 'contacts', read: readContacts },
  { name: 'opportunities', alongside: 'later', read: readDeals },
  { name: 'memberships', isWhole: true, alongside: 'always', read: readMembers },
  { name: 'deletions', read: readDeletions },
]
