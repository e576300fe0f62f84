// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Shared } from '#contract/connections/sharing.ts'
import type { Agreement } from '#web/data/connections/agreements.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { draftVersion } from '../criteria/testing.ts'
import { receivedByHelio, sentToHelio, sharedByHelio } from '../testing.ts'
import { AgreementView } from './AgreementView.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'

const sent: { name: string; body: object }[] = []
let agreement: Agreement = { versions: [], comments: [] }
let shared: Shared = sharedByHelio

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

const compared = ({ from, to }: { from: number; to: number }) => ({
  changes: from === to ? [] : [{ kind: 'added', text: [{ text: `from ${from} to ${to}`, isValue: false }] }],
})

useDocument()
beforeAll(() => {
  addTranslations('connections', connectionMessages)
  addTranslations('criteria', criteriaMessages)
})
beforeEach(() => {
  answerCalls((name, { body, query }) => {
    if (name === 'getCriteria') return agreement
    if (name === 'getShared') return shared
    if (name === 'compareVersions') return compared(query as { from: number; to: number })
    sent.push({ name, body: body ?? {} })
    return sentToHelio
  })
  sent.length = 0
  shared = sharedByHelio
})

const pending: CriteriaVersion = {
  ...draftVersion,
  version: 2,
  state: 'submitted',
  criteria: null,
  textHash: 'sha256:two',
  comparedWith: 1,
  submittedAt: '2026-11-16T10:00:00.000Z',
  changes: [
    {
      kind: 'added',
      text: [
        { text: 'Source may also be ', isValue: false },
        { text: 'Partner', isValue: true },
      ],
    },
    { kind: 'removed', text: [{ text: 'Field Street address', isValue: false }] },
  ],
}

const inReview = { state: 'SUBMITTED', pendingVersion: 2 } as const
const forAna: Connection = { ...sentToHelio, ...inReview, allowedActions: ['approve', 'request_changes', 'reject'] }
const forMarcus: Connection = { ...receivedByHelio, ...inReview, allowedActions: ['withdraw'] }

const open = async (connection: Connection) => {
  agreement = {
    versions: [pending, { ...draftVersion, state: 'returned' as const }],
    comments: [
      {
        id: sentToHelio.id,
        side: 'AGENCY',
        by: 'Ana Whitfield',
        kind: 'changes_requested',
        text: 'Please add partners',
        createdAt: '2026-11-15T10:00:00.000Z',
      },
    ],
  }
  draw(<AgreementView connection={connection}>{null}</AgreementView>)
  await screen.findByText('Versions')
}

const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)

describe('The review of an agency [PARTNER-03]', () => {
  it('shows what changes, how many and which fields, and what was said', async () => {
    await open(forAna)
    expect(screen.getByText('Version 2 waits for you')).toBeDefined()
    expect(screen.getByText('Partner')).toBeDefined()
    expect(screen.getByText('Field Street address')).toBeDefined()
    expect(screen.getByText('2,318')).toBeDefined()
    expect(screen.getByText('Please add partners')).toBeDefined()
  })

  it('says to a user who may not decide that it waits for an admin', async () => {
    await open({ ...forAna, allowedActions: [] })
    expect(screen.getByText('Version 2 waits for an admin')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Accept version 2' })).toBeNull()
  })

  it('accepts exactly the version on screen, after the purpose is confirmed', async () => {
    await open(forAna)
    await press('Accept version 2')
    expect(screen.getByText('Please confirm the purpose to accept.')).toBeDefined()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByLabelText('I confirm that we use this data only for the purpose above.'))
    await press('Accept version 2')
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'approveCriteria', body: { version: 1, textHash: 'sha256:two', confirmPurpose: true } }]),
    )
  })

  it('asks for changes with a text only', async () => {
    await open(forAna)
    await press('Ask for changes')
    await press('Send')
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText('What should change?'), 'Please add partners too')
    await press('Send')
    await waitFor(() => expect(sent).toEqual([{ name: 'requestChanges', body: { version: 1, text: 'Please add partners too' } }]))
  })

  it('declines with a reason', async () => {
    await open(forAna)
    await press('Decline')
    await userEvent.type(screen.getByLabelText('Reason (optional)'), 'Too little for us')
    await press('Decline')
    await waitFor(() => expect(sent).toEqual([{ name: 'rejectConnection', body: { version: 1, reason: 'Too little for us' } }]))
  })

  it.each([
    ['SUBMITTED', 'We tell them that you declined. Nothing is shared.'],
    ['ACTIVE', 'We tell them that you declined. What they share with you stays as it is.'],
  ] as const)('reads before declining what is shared then, in the state %s', async (state, text) => {
    await open({ ...forAna, state })
    await press('Decline')
    expect(screen.getByText(text)).toBeDefined()
  })
})

describe('A version that waits', () => {
  it('is decided while its fields are folded above, but not its purpose, and its figures differ from what is shared now', async () => {
    const inForce = { ...draftVersion, state: 'in_force' as const, contacts: 900, opportunities: 800 }
    const wider = { ...pending, contacts: 2523, opportunities: 1 }
    draw(<ReviewPanel connection={{ ...forAna, state: 'ACTIVE', versionInForce: 1 }} pending={wider} before={inForce} />)
    expect(await screen.findByText('+205 vs now')).toBeDefined()
    expect(screen.getAllByText('Same as now')).toHaveLength(2)
    const accept = screen.getByRole('button', { name: 'Accept version 2' })
    const whole = screen.getByText('Fields and permissions')
    expect(accept.compareDocumentPosition(whole)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    expect(whole.closest('details')?.open).toBe(false)
    expect(screen.getByText(/Purpose:/).closest('details')).toBeNull()
  })

  it('is shown with its fields if it is the first', async () => {
    agreement = { versions: [{ ...pending, comparedWith: null }], comments: [] }
    draw(<AgreementView connection={forAna}>{null}</AgreementView>)
    expect((await screen.findByText('Fields and permissions')).closest('details')?.open).toBe(true)
  })

  it.each([forAna, forMarcus])('is compared with what is shared now, and says so, for $side', (connection) => {
    const inForce = { ...draftVersion, version: 1, state: 'in_force' as const, inForceFrom: '2026-03-04T10:00:00.000Z' }
    const shared = { ...connection, state: 'ACTIVE', pendingVersion: 4, versionInForce: 1 } as const
    draw(<ReviewPanel connection={shared} pending={{ ...pending, version: 4 }} before={inForce} />)
    expect(screen.getByText('Compared with what is shared now (version 1)')).toBeDefined()
    expect(screen.queryByText(/Nothing is shared yet/)).toBeNull()
  })

  it('is compared with the version before while nothing is shared, and says so', async () => {
    await open(forAna)
    expect(screen.getByText('Changes from version 1')).toBeDefined()
    expect(screen.getByText('Nothing is shared yet, so we compare it with the version before.')).toBeDefined()
  })
})

describe('The company that waits [PARTNER-03]', () => {
  it('can only withdraw, and is asked first', async () => {
    await open(forMarcus)
    expect(screen.getByText('Waiting for Northlight Growth')).toBeDefined()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Withdraw'])
    await press('Withdraw')
    await press('Withdraw')
    await waitFor(() => expect(sent).toEqual([{ name: 'withdrawCriteria', body: { version: 1 } }]))
  })
})

describe('The versions of a connection [PARTNER-03]', () => {
  it('are compared with each other, not only with the one before', async () => {
    agreement = {
      versions: [pending, { ...draftVersion, state: 'returned' as const }].flatMap((one) => [
        { ...one, version: one.version * 2 },
        { ...one, version: one.version * 2 - 1 },
      ]),
      comments: [],
    }
    draw(<AgreementView connection={forAna}>{null}</AgreementView>)
    await userEvent.click(await screen.findByRole('button', { name: 'Compare versions' }))
    expect(await screen.findByText('from 1 to 4')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('From'), 'Version 2')
    expect(await screen.findByText('from 2 to 4')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('To'), 'Version 2')
    expect(await screen.findByText('These versions share the same.')).toBeDefined()
  })

  it('compare first the first one with what is in force', async () => {
    agreement = {
      versions: [
        { ...pending, version: 4 },
        { ...draftVersion, version: 3, state: 'in_force' },
        { ...draftVersion, version: 2, state: 'replaced' },
        { ...draftVersion, version: 1, state: 'replaced' },
      ],
      comments: [],
    }
    draw(<AgreementView connection={forAna}>{null}</AgreementView>)
    await userEvent.click(await screen.findByRole('button', { name: 'Compare versions' }))
    expect(await screen.findByText('from 1 to 3')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Version 1 to 3' })).toBeDefined()
  })

  it('end with how many contacts it was when they were sent, and the one in force says how many it is now', async () => {
    agreement = {
      versions: [
        { ...draftVersion, version: 4, contacts: 40 },
        { ...pending, version: 3, contacts: 30 },
        { ...draftVersion, version: 2, state: 'in_force', contacts: 20 },
        { ...draftVersion, version: 1, state: 'replaced', contacts: 10, isEstimate: true },
      ],
      comments: [],
    }
    draw(<AgreementView connection={{ ...forMarcus, state: 'ACTIVE', pendingVersion: null }}>{null}</AgreementView>)
    expect(await screen.findByText('2,318 contacts now')).toBeDefined()
    await press('Show all versions')
    const ends = screen.getAllByText(/ when (sent|saved)$/).map(({ textContent }) => textContent.split(' · ').at(-1))
    expect(ends).toEqual([
      '40 contacts when saved',
      '30 contacts when sent',
      '20 contacts when sent',
      'About 10 contacts when sent',
    ])
  })

  it('are three at first, with the details of the connection beside them', async () => {
    agreement = { versions: [5, 4, 3, 2, 1].map((version) => ({ ...draftVersion, version, state: 'replaced' })), comments: [] }
    draw(<AgreementView connection={forMarcus}>Details</AgreementView>)
    const listed = () => screen.getAllByRole('heading', { name: /^Version \d/ }).map(({ textContent }) => textContent)
    await screen.findByText('Versions')
    expect(screen.getByText('Details')).toBeDefined()
    expect(listed()).toEqual(['Version 5', 'Version 4', 'Version 3'])
    await press('Show all versions')
    expect(listed()).toHaveLength(5)
    expect(screen.queryByRole('button', { name: 'Show all versions' })).toBeNull()
  })

  it('say about how many contacts it was to an agency that gets totals, whose counts are rounded', async () => {
    shared = { ...sharedByHelio, contacts: 1458 }
    agreement = {
      versions: [
        { ...draftVersion, version: 3, state: 'in_force', typeOfData: 'COUNTS', contacts: 1455 },
        { ...draftVersion, version: 2, state: 'replaced', contacts: null },
        { ...draftVersion, version: 1, state: 'replaced', contacts: 0 },
      ],
      comments: [],
    }
    draw(<AgreementView connection={{ ...forAna, state: 'ACTIVE', pendingVersion: null }}>{null}</AgreementView>)
    expect(await screen.findByText('1,458 contacts now')).toBeDefined()
    const ends = screen.getAllByText(/ when sent$/).map(({ textContent }) => textContent.split(' · ').at(-1))
    expect(ends).toEqual(['About 1,455 contacts when sent', 'Under 5 contacts when sent', '0 contacts when sent'])
  })

  it('keep for the company why it shares what looks sensitive', async () => {
    agreement = { versions: [{ ...draftVersion, state: 'in_force', sensitiveReason: 'Agreed with our patients' }], comments: [] }
    draw(<AgreementView connection={forMarcus}>{null}</AgreementView>)
    expect(await screen.findByText('Agreed with our patients')).toBeDefined()
    expect(screen.getByText('Why you share what looks sensitive:')).toBeDefined()
  })

  it('offer no comparison while the list shows all of it', async () => {
    await open(forAna)
    expect(screen.queryByRole('button', { name: 'Compare versions' })).toBeNull()
  })
})
