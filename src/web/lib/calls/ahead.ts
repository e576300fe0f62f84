// Calls that are sent while the scripts that need their replies still load. Each reply is returned once, within seconds, to its own user.

interface AheadCall {
  authorization: string
  at: number
  answer: Promise<Response | undefined>
}

/** A reply that was not taken within this time is requested again. */
const keptFor = 15_000

const calls = new Map<string, AheadCall>()
let firstAnswer: string | null = null

/** Resolves to undefined when the call failed: the code that needs the reply then makes the call again. */
export const callAhead = (address: string, headers: Record<string, string> & { authorization: string }) => {
  const answer = fetch(address, { headers, redirect: 'manual' }).then(
    (response) => {
      firstAnswer ??= response.headers.get('date')
      return response.ok ? response : undefined
    },
    () => undefined,
  )
  calls.set(address, { authorization: headers.authorization, at: performance.now(), answer })
  performance.mark('asked ahead', { detail: address })
  return answer
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    // A signal that is already aborted fires no more events.
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The reply to a call that was sent ahead; undefined when there is none. */
export const takeAhead = async (address: string, init: RequestInit = {}): Promise<Response | undefined> => {
  const known = calls.get(address)
  if (!known || init.method !== 'GET') return undefined
  calls.delete(address)
  const isTheirs = new Headers(init.headers).get('authorization') === known.authorization
  if (!isTheirs || performance.now() - known.at > keptFor) return undefined
  performance.mark('taken ahead', { detail: address })
  return init.signal ? Promise.race([known.answer, untilAborted(init.signal)]) : known.answer
}

/** Whether a reply has not been taken yet. */
export const hasCallAhead = () => calls.size > 0

const safely = 2_000

/** An event id just before the first of these replies, in the server's format: the live stream repeats everything after it. */
export const eventIdBeforeAhead = (): string | undefined => {
  if (firstAnswer === null) return undefined
  const time = (Date.parse(firstAnswer) - safely).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
