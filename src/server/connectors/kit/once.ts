import type { Session } from './access.ts'

/** Requested once for all pages that one process reads. A failed request is repeated. */
export const oncePerSession = <T>(ask: (session: Session) => Promise<T>): ((session: Session) => Promise<T>) => {
  const known = new WeakMap<Session, Promise<T>>()
  return (session) => {
    const answer = known.get(session) ?? ask(session)
    known.set(session, answer)
    answer.catch(() => known.delete(session))
    return answer
  }
}
