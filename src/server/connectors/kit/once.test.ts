import { expect, test } from 'vitest'
import type { Session } from './access.ts'
import { oncePerSession } from './once.ts'

const sessionOf = (): Session => ({}) as Session

test('is asked once for all pages of a process, and again after it failed', async () => {
  let asked = 0
  let isDown = true
  const tagsOf = oncePerSession(async () => {
    asked += 1
    if (isDown) throw new Error('down')
    return ['vip']
  })
  const session = sessionOf()
  await expect(Promise.all([tagsOf(session), tagsOf(session)])).rejects.toThrow('down')
  expect(asked).toBe(1)
  isDown = false
  expect(await Promise.all([tagsOf(session), tagsOf(session)])).toEqual([['vip'], ['vip']])
  expect(asked).toBe(2)
  await tagsOf(sessionOf())
  expect(asked).toBe(3)
})
