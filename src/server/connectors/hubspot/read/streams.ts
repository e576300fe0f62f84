import type { Stream } from '../../kit/connector.ts'
import { readContacts, readDeals } from './records.ts'
import { readDeletions, readLists, readMembers, readOwners, readPipelines } from './reference-data.ts'

export const streams: readonly Stream[] = [
  { name: 'pipelines', isFullSnapshot: true, read: readPipelines },
  { name: 'owners', isFullSnapshot: true, read: readOwners },
  { name: 'lists', isFullSnapshot: true, read: readLists },
  { name: 'contacts', read: readContacts },
  { name: 'opportunities', parallel: 'later', read: readDeals },
  { name: 'memberships', isFullSnapshot: true, parallel: 'always', read: readMembers },
  { name: 'deletions', read: readDeletions },
]
