// Answers the calls of screens under test instead of a server. Test files of one worker share loaded modules, so all of them
// use this one function, and each says how it answers:
// `vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)`.

interface Parts {
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

type Answer = (name: string, parts: Parts) => unknown

let answer: Answer = () => undefined

/** Call it before each test. What the function throws is a refusal. */
export const answerCalls = (next: Answer): void => {
  answer = next
}

export const answered = { call: (async ({ name }: { name: string }, parts: Parts) => answer(name, parts)) as never }
