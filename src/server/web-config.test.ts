import { expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { webConfigOf } from '#server/web-config.ts'

const staffSeesWith = (env: Record<string, string>) => {
  const read = readConfig([], env)
  if ('show' in read) throw new Error(read.show)
  return webConfigOf(read.config).staffSees
}

it('tells the page whether names are masked for staff, also if a list is empty [ADMIN-04]', () => {
  expect([staffSeesWith({}), staffSeesWith({ STAFF_SEES: 'masked' })]).toEqual(['columns', 'masked'])
})
