import type { Answer, Call } from '../../../pool.ts'

interface Response {
  session: string | undefined
  username: string
  given: Readonly<Record<string, string>>
}

/** Takes the response to one challenge, and answers with tokens or the next one. */
export type Challenge = (call: Call, response: Response) => Promise<Answer>
