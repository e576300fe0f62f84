import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { audienceOf, groupTitle, pagesFor } from './pages.ts'

const somebody = (type: 'AGENCY' | 'COMPANY', more: object = {}): CurrentUser =>
  ({ role: 'admin', isOwner: true, isStaff: false, client: { type }, ...more }) as CurrentUser

/** What the navigation of somebody shows: titles of groups with the titles of their pages. */
const navigationOf = (user: CurrentUser): Record<string, string[]> => {
  const found: Record<string, string[]> = {}
  for (const { group, name } of pagesFor(user)) {
    const title = groupTitle(group, audienceOf(user)).replace('groups.', '') as keyof typeof appMessages.groups
    found[appMessages.groups[title]] = [...(found[appMessages.groups[title]] ?? []), appMessages.pages[name]]
  }
  return found
}

describe('agency and company accounts see different settings [USER-08]', () => {
  it('an agency has Agency settings, which begin with its users and its own account', () => {
    expect(navigationOf(somebody('AGENCY'))).toEqual({
      Overview: ['Home'],
      'Agency settings': ['Users', 'Account', 'Connected syncs', 'Activity', 'Audit log', 'API reference'],
      Help: ['Help'],
    })
  })

  it('a company has Settings, which begin as the specification lists them: Users, Connected syncs', () => {
    expect(navigationOf(somebody('COMPANY'))).toEqual({
      Overview: ['Home'],
      Settings: ['Users', 'Connected syncs', 'Account', 'Activity', 'Audit log', 'API reference'],
      Help: ['Help'],
    })
  })

  it('staff have Internal administration: Clients, Users, Sync events', () => {
    const { 'Internal administration': links = [], ...others } = navigationOf(somebody('COMPANY', { isStaff: true }))
    expect(links.slice(0, 4)).toEqual(['Clients', 'Users', 'Sync events', 'Audit'])
    expect(others).toEqual({ Help: ['Help'] })
  })

  it('a user who administers nothing sees no account and no audit log in either', () => {
    const plain = { role: 'user', isOwner: false }
    expect(navigationOf(somebody('AGENCY', plain))['Agency settings']).toEqual(['Users', 'Connected syncs', 'Activity'])
    expect(navigationOf(somebody('COMPANY', plain))['Settings']).toEqual(['Users', 'Connected syncs', 'Activity'])
  })
})
