import { expect, it } from 'vitest'
import { processorTimeOf } from '#server/testing/processor-time.ts'
import { nativeProblem } from './native.ts'

const errorWith = (message: string, more: object = {}) => Object.assign(new Error(message), more)

it.each([
  ['a binding that npm has left out', errorWith('Cannot find native binding. npm has a bug related to optional dependencies.')],
  [
    'the reason of a reason',
    new Error('failed to load config', {
      cause: new AggregateError([], 'x', { cause: errorWith("Cannot find module '@rolldown/binding-linux-arm64-gnu'") }),
    }),
  ],
  ['a library for another processor', errorWith('/x/y.node: invalid ELF header', { code: 'ERR_DLOPEN_FAILED' })],
  ['a program for another processor', errorWith('spawn ENOEXEC', { code: 'ENOEXEC' })],
])('%s is one sentence that names the machine', (_what, error) => {
  const sentence = nativeProblem(error)
  expect(sentence).toMatch(/^A native part of Tributary.*cannot be loaded on this machine/)
  expect(sentence).toContain(`${process.platform}-${process.arch}`)
  expect(sentence).not.toContain('\n')
})

it('names the part if it is known', () => {
  expect(nativeProblem(errorWith("Cannot find module '@rolldown/binding-linux-arm64-gnu'\nRequire stack: …"))).toContain(
    '(@rolldown/binding-linux-arm64-gnu)',
  )
})

it('ignores every other failure', () => {
  expect(nativeProblem(errorWith("Cannot find module './start.ts'"))).toBeUndefined()
  expect(nativeProblem(errorWith('connect ECONNREFUSED'))).toBeUndefined()
  expect(nativeProblem('nothing')).toBeUndefined()
})

it('reads a hostile text quickly', () => {
  for (const text of [`Cannot find module '${'@a-/'.repeat(100_000)}`, 'linux-'.repeat(100_000)])
    expect(processorTimeOf(7, () => nativeProblem(errorWith(text)))).toBeLessThan(500)
})
