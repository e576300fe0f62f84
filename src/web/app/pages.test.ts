import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { audienceOf, groupTitle, pageTitle, pagesFor } from './pages.ts'

const userOf = (type: 'AGENCY' | 'COMPANY', more: object = {}): CurrentUser =>
  ({ role: 'admin', isOwner: true, isStaff: false, client: { type }, ...more }) as CurrentUser

/** The user's navigation: titles of groups with the titles of their pages. */
const navigationOf = (user: CurrentUser): Record<string, string[]> => {
  const found: Record<string, string[]> = {}
  for (const { group, name } of pagesFor(user)) {
    const title = groupTitle(group, audienceOf(user)).replace('groups.', '') as keyof typeof appMessages.groups
    const page = pageTitle(name, audienceOf(user)).replace('pages.', '') as keyof typeof appMessages.pages
    found[appMessages.groups[title]] = [...(found[appMessages.groups[title]] ?? []), appMessages.pages[page]]
  }
  return found
}

describe('The navigation differs for agency and company accounts [USER-08] [SHELL-12]', () => {
  it('shows an agency its Agency settings, which begin with its users and its own account', () => {
    expect(navigationOf(userOf('AGENCY'))).toEqual({
      Overview: ['Home', 'Contacts'],
      'Agency settings': [
        'Users',
        'Account',
        'Connected companies',
        'Connected syncs',
        'Webhooks',
        'Activity',
        'Audit log',
        'API reference',
      ],
      Help: ['Help'],
    })
  })

  it('shows a company its Settings, which begin as the specification lists them: Users, Connected syncs, Connected agencies', () => {
    expect(navigationOf(userOf('COMPANY'))).toEqual({
      Overview: ['Home'],
      Settings: ['Users', 'Connected syncs', 'Connected agencies', 'Account', 'Activity', 'Audit log', 'API reference'],
      Help: ['Help'],
    })
  })

  it('shows staff Internal administration: Clients, Users, Sync events', () => {
    const { 'Internal administration': links = [], ...others } = navigationOf(userOf('COMPANY', { isStaff: true }))
    expect(links.slice(0, 4)).toEqual(['Clients', 'Users', 'Sync events', 'Audit'])
    expect(others).toEqual({ Help: ['Help'] })
  })

  it('shows a user without admin rights neither the account nor the audit log', () => {
    const plain = { role: 'user', isOwner: false }
    expect(navigationOf(userOf('AGENCY', plain))['Agency settings']).toEqual([
      'Users',
      'Connected companies',
      'Connected syncs',
      'Activity',
    ])
    expect(navigationOf(userOf('COMPANY', plain))['Settings']).toEqual([
      'Users',
      'Connected syncs',
      'Connected agencies',
      'Activity',
    ])
  })
})
