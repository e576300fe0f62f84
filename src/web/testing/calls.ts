// Answers the calls of screens under test instead of a server. Each test file says how:
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
