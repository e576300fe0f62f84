// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Agreement } from '#web/data/connections/agreements.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { draftVersion } from '../criteria/testing.ts'
import { receivedByHelio, sentToHelio } from '../testing.ts'
import { AgreementView } from './AgreementView.tsx'

const sent: { name: string; body: object }[] = []
let agreement: Agreement = { versions: [], comments: [] }

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
    if (name === 'compareVersions') return compared(query as { from: number; to: number })
    sent.push({ name, body: body ?? {} })
    return sentToHelio
  })
  sent.length = 0
})

const pending: CriteriaVersion = {
  ...draftVersion,
  version: 2,
  state: 'submitted',
  criteria: null,
  textHash: 'sha256:two',
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
    versions: [pending, { ...draftVersion, state: 'returned' }],
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
  draw(<AgreementView connection={connection} />)
  await screen.findByText('Versions')
}

const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)

describe('The review of an agency [PARTNER-08]', () => {
  it('shows what changes, how many and which fields, and what was said', async () => {
    await open(forAna)
    expect(screen.getByText('Version 2 waits for you')).toBeDefined()
    expect(screen.getByText('Partner')).toBeDefined()
    expect(screen.getByText('Field Street address')).toBeDefined()
    expect(screen.getByText('2,318')).toBeDefined()
    expect(screen.getByText('Please add partners')).toBeDefined()
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
})

describe('The company that waits [PARTNER-08]', () => {
  it('can only withdraw, and is asked first', async () => {
    await open(forMarcus)
    expect(screen.getByText('Waiting for Northlight Growth')).toBeDefined()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Withdraw'])
    await press('Withdraw')
    await press('Withdraw')
    await waitFor(() => expect(sent).toEqual([{ name: 'withdrawCriteria', body: { version: 1 } }]))
  })
})

describe('The versions of a connection [PARTNER-08]', () => {
  it('are compared with each other, not only with the one before', async () => {
    agreement = {
      versions: [pending, { ...draftVersion, state: 'returned' as const }].flatMap((one) => [
        { ...one, version: one.version * 2 },
        { ...one, version: one.version * 2 - 1 },
      ]),
      comments: [],
    }
    draw(<AgreementView connection={forAna} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Compare versions' }))
    expect(await screen.findByText('from 1 to 4')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('From'), 'Version 2')
    expect(await screen.findByText('from 2 to 4')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('To'), 'Version 2')
    expect(await screen.findByText('These versions share the same.')).toBeDefined()
  })

  it('offer no comparison while the list shows all of it', async () => {
    await open(forAna)
    expect(screen.queryByRole('button', { name: 'Compare versions' })).toBeNull()
  })
})
