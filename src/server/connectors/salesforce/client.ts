import type { Session } from '../kit/access.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import type { VendorAnswer } from '../kit/calls/http.ts'
import { describeAnswer, picklistAnswer, queryAnswer, troubles, type QueryAnswer } from './wire.ts'

const api = '/services/data/v66.0'
/** The largest page of Salesforce. */
export const largestBatch = 2000

interface QueryOptions {
  withDeleted?: boolean | undefined
  batch?: number | undefined
  about: string
}

const options = (batch = largestBatch) => ({ 'sforce-query-options': `batchSize=${batch}` })

export const query = (
  session: Session,
  soql: string,
  { withDeleted = false, batch, about }: QueryOptions,
): Promise<QueryAnswer> =>
  session.http.get(queryAnswer, {
    path: `${api}/${withDeleted ? 'queryAll' : 'query'}`,
    query: { q: soql },
    headers: options(batch),
    about,
  })

const isGone = (error: unknown): boolean =>
  error instanceof ConnectorFailure && error.kind === 'refused' && (error.status === 400 || error.status === 404)

/** The next page of an answer; null if Salesforce has dropped the query, which happens after some days or many queries. */
export const follow = (session: Session, locator: string, { batch, about }: QueryOptions): Promise<QueryAnswer | null> =>
  session.http.get(queryAnswer, { path: locator, headers: options(batch), about }).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })

const pagesMax = 200

/** All pages of an answer that is known to be small. */
export const everything = async (session: Session, soql: string, about: string): Promise<unknown[]> => {
  let answer = await query(session, soql, { about })
  const records = [...answer.records]
  for (let pages = 1; !answer.done && answer.nextRecordsUrl !== undefined && pages < pagesMax; pages += 1) {
    const more = await follow(session, answer.nextRecordsUrl, { about })
    if (!more) break
    records.push(...more.records)
    answer = more
  }
  if (!answer.done) throw new ConnectorFailure('bad_answer', `Salesforce keeps sending more data about ${about} without end.`)
  return records
}

const simple = new Set(
  'string picklist multipicklist combobox boolean int double currency percent date datetime email phone url reference'.split(' '),
)
const customMax = 100

interface Described {
  has(field: string): boolean
  /** Custom fields of the organization with short values. */
  custom: readonly string[]
}

/** Which fields we may see: one that we may not see would fail the whole query. Null: not even the object. */
export const describe = async (session: Session, object: string): Promise<Described | null> => {
  const about = `the fields of ${object}`
  const answer = await session.http
    .get(describeAnswer, { path: `${api}/sobjects/${object}/describe`, about })
    .catch((error: unknown) => {
      if (isGone(error)) return null
      throw error
    })
  if (!answer) return null
  const names = new Set(answer.fields.map(({ name }) => name))
  const custom = answer.fields.filter((field) => field.custom === true && simple.has(field.type)).map(({ name }) => name)
  return { has: (field) => names.has(field), custom: custom.slice(0, customMax) }
}

/** The stages that a record type allows; null if Salesforce does not say. */
export const stagesOf = (session: Session, recordType: string): Promise<ReadonlySet<string> | null> =>
  session.http
    .get(picklistAnswer, {
      path: `${api}/ui-api/object-info/Opportunity/picklist-values/${recordType}/StageName`,
      about: 'the stages of a record type',
    })
    .then(
      ({ values }) => new Set(values.map(({ value }) => value)),
      (error: unknown) => {
        if (error instanceof ConnectorFailure && error.kind === 'refused') return null
        throw error
      },
    )

const hour = 3_600_000

const limited = (message: string): Refusal =>
  message.startsWith('Concurrent')
    ? { kind: 'rate_limited', message: 'Salesforce is busy with other requests from your organization.', retryAfterMs: 10_000 }
    : {
        kind: 'rate_limited',
        message:
          "Your Salesforce organization has used up its API calls for today. We'll resume automatically when calls are available.",
        retryAfterMs: hour,
      }

const tookTooLong: Refusal = {
  kind: 'unavailable',
  message: "Salesforce took too long to respond. We'll try again automatically.",
}

const known: Readonly<Record<string, Refusal>> = {
  INVALID_SESSION_ID: { kind: 'token_expired', message: 'Salesforce revoked our access. Reconnect to resume syncing.' },
  API_DISABLED_FOR_ORG: {
    kind: 'refused',
    message: "Your Salesforce edition doesn't include API access. Ask your Salesforce admin to add it.",
  },
  API_CURRENTLY_DISABLED: {
    kind: 'refused',
    message: 'API access is turned off in Salesforce. Ask your Salesforce admin to turn it on.',
  },
  INSUFFICIENT_ACCESS: {
    kind: 'refused',
    message:
      "The user who connected Salesforce doesn't have access to this. Reconnect as a user who can read contacts and opportunities.",
  },
  SERVER_UNAVAILABLE: { kind: 'unavailable', message: "Salesforce isn't available right now." },
  // These come with status 400, and yet the same query may succeed the next time.
  QUERY_TIMEOUT: tookTooLong,
  REQUEST_RUNNING_TOO_LONG: tookTooLong,
  UNABLE_TO_LOCK_ROW: {
    kind: 'unavailable',
    message: 'Salesforce is updating the data we asked for. This usually resolves itself.',
  },
}

const meaningOf = (code: string, message: string, status: number): Refusal | undefined => {
  if (code === 'REQUEST_LIMIT_EXCEEDED') return limited(message)
  return known[code] ?? (status === 401 ? known['INVALID_SESSION_ID'] : undefined)
}

export const refusalOf = ({ status, body }: VendorAnswer): Refusal | null => {
  if (status >= 200 && status < 300) return null
  const { errorCode: code = '', message = '' } = troubles.safeParse(body).data?.[0] ?? {}
  const meaning = meaningOf(code, message, status)
  if (meaning) return meaning
  if (status >= 500 || code === '') return null
  return { kind: 'refused', message: `Salesforce rejected our request (${code.slice(0, 60)}).` }
}
