// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { draftVersion } from '../criteria/testing.ts'
import { receivedByHelio, sentToHelio, sharedByHelio } from '../testing.ts'
import { EndEffects } from './EndEffects.tsx'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

let inForce: CriteriaVersion
useDocument()
beforeAll(() => addTranslations('connections', connectionMessages))
beforeEach(() => {
  inForce = { ...draftVersion, state: 'in_force' }
  answerCalls((name) => (name === 'getShared' ? sharedByHelio : { versions: [inForce], comments: [] }))
})

const open = (connection: Connection) => draw(<EndEffects connection={{ ...connection, versionInForce: 1 }} />)

describe('What follows from ending a connection [PARTNER-07]', () => {
  it('is that nobody saw anything yet, while it is prepared', () => {
    open({ ...receivedByHelio, state: 'IN_PROCESS' })
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Northlight Growth sees nothing yet. What we prepared is erased.',
      'Your own data stays as it is.',
    ])
  })

  it('is about totals, and not about contacts, where only totals are shared', async () => {
    inForce = { ...inForce, typeOfData: 'COUNTS' }
    open({ ...sentToHelio, state: 'ACTIVE' })
    expect(
      await screen.findByText('The totals of 2,318 contacts and 1 opportunity are erased from your account within 15 minutes.'),
    ).toBeDefined()
  })
})
