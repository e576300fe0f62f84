import { expect, test } from 'vitest'
import type { Session } from './access.ts'
import { oncePerSession } from './once.ts'

const sessionOf = (): Session => ({}) as Session

test('is requested once for all pages of a process, and again after it failed', async () => {
  let requests = 0
  let isDown = true
  const tagsOf = oncePerSession(async () => {
    requests += 1
    if (isDown) throw new Error('down')
    return ['vip']
  })
  const session = sessionOf()
  await expect(Promise.all([tagsOf(session), tagsOf(session)])).rejects.toThrow('down')
  expect(requests).toBe(1)
  isDown = false
  expect(await Promise.all([tagsOf(session), tagsOf(session)])).toEqual([['vip'], ['vip']])
  expect(requests).toBe(2)
  await tagsOf(sessionOf())
  expect(requests).toBe(3)
})
