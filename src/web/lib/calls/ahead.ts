// Calls that go out while the scripts which need their answers are still on their way. Each answer is handed out once, soon, and to its own user.

interface Asked {
  authorization: string
  at: number
  answer: Promise<Response | undefined>
}

/** What has not been asked for until then is asked for anew. */
const keptFor = 15_000

const asked = new Map<string, Asked>()
let firstAnswer: string | null = null

/** Undefined where the call failed: the one that comes for the answer then makes its own. */
export const askAhead = (address: string, headers: Record<string, string> & { authorization: string }) => {
  const answer = fetch(address, { headers, redirect: 'manual' }).then(
    (response) => {
      firstAnswer ??= response.headers.get('date')
      return response.ok ? response : undefined
    },
    () => undefined,
  )
  asked.set(address, { authorization: headers.authorization, at: performance.now(), answer })
  performance.mark('asked ahead', { detail: address })
  return answer
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    // A signal that is already aborted announces nothing any more.
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The answer to a call that went out ahead; undefined when there is none. */
export const takeAhead = async (address: string, init: RequestInit = {}): Promise<Response | undefined> => {
  const known = asked.get(address)
  if (!known || init.method !== 'GET') return undefined
  asked.delete(address)
  const isTheirs = new Headers(init.headers).get('authorization') === known.authorization
  if (!isTheirs || performance.now() - known.at > keptFor) return undefined
  performance.mark('taken ahead', { detail: address })
  return init.signal ? Promise.race([known.answer, untilAborted(init.signal)]) : known.answer
}

/** Whether an answer is still to be taken. */
export const hasAskedAhead = () => asked.size > 0

const safely = 2_000

/** A place in the live line just before the first of these answers, in the form of the server's own: what happened since is told again. */
export const placeBeforeAhead = (): string | undefined => {
  if (firstAnswer === null) return undefined
  const time = (Date.parse(firstAnswer) - safely).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
