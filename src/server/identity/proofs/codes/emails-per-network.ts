// Limits the emails that anyone can request for one user. A network gets few, and a part of the total is reserved for
// networks that have not asked yet, so that strangers neither fill a mailbox nor block its owner.
import { wideNetworkOf } from '#server/platform/network.ts'
import { madeUpId } from '../../accounts/decoys.ts'
import { after, type Call } from '../../pool.ts'
import { limitExceeded } from '../../wire/refusals.ts'
import { addToThrottle, selectThrottles, type Count } from '../throttle/throttle-queries.ts'

const hour = 60 * 60_000

/** Per hour: of one network, of all networks that ask again, and of all including those that ask for the first time. */
const mostPerHour = {
  // Fewer from one network than may wait for one address: see makeRoom.
  sign_up: { network: 4, again: 7, all: 10 },
  sign_up_code: { network: 3, again: 5, all: 8 },
  password_code: { network: 5, again: 5, all: 8 },
  sign_in_code: { network: 5, again: 5, all: 8 },
}

type PublicEmailKind = keyof typeof mostPerHour

/** The network of the caller, for one address or user. */
export const networkFor = (call: Call, subject: string): string | undefined =>
  call.address === undefined ? undefined : madeUpId(call, `network for ${subject} ${wideNetworkOf(call.address)}`)

export interface EmailCounts {
  kind: PublicEmailKind
  counters: { subject: string; kind: PublicEmailKind }[]
  all: number
  ofNetwork: Count | undefined
}

export const readEmails = async (call: Call, subject: string, kind: PublicEmailKind): Promise<EmailCounts> => {
  const network = networkFor(call, subject)
  const subjects = network === undefined ? [subject] : [subject, network]
  const counters = subjects.map((counted) => ({ subject: counted, kind }))
  const rows = (await selectThrottles(call.tx, counters)).filter(({ since }) => after(since, hour) > call.now)
  const find = (counted: string | undefined): Count | undefined => rows.find((row) => row.subject === counted)
  return { kind, counters, all: find(subject)?.count ?? 0, ofNetwork: find(network) }
}

export const assertOneMore = ({ kind, all, ofNetwork }: EmailCounts): void => {
  const most = mostPerHour[kind]
  const count = ofNetwork?.count ?? 0
  if (count >= most.network || all >= (count > 0 ? most.again : most.all)) throw limitExceeded()
}

/** After everything else that may refuse: only sent emails count. */
export const countEmails = async (call: Call, { counters }: EmailCounts): Promise<void> => {
  for (const counter of counters) await addToThrottle(call.tx, counter, { now: call.now, window: hour })
}
