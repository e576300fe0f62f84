import type { Session } from './access.ts'

/** Asked once for all pages that one process reads. What failed is asked again. */
export const oncePerSession = <T>(ask: (session: Session) => Promise<T>): ((session: Session) => Promise<T>) => {
  const known = new WeakMap<Session, Promise<T>>()
  return (session) => {
    const asked = known.get(session) ?? ask(session)
    known.set(session, asked)
    asked.catch(() => known.delete(session))
    return asked
  }
}
