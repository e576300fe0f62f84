// Opens the builder in a test, with replies of our own.
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import { receivedByHelio } from '../../testing.ts'
import { Builder } from '../Builder.tsx'
import { draftVersion, hubspot, previewOf, taggedOnly } from '../testing.ts'

interface Sent {
  name: string
  body?: Record<string, unknown>
}

type Reply = (body: { criteria?: Criteria; estimate?: boolean }) => unknown

export const sent: Sent[] = []
/** Calls that are refused. */
export const refusals = new Map<string, ApiError>()
const usual: Record<string, Reply> = {
  previewCriteria: () => previewOf(2318),
  saveCriteria: () => ({ ...draftVersion, textHash: 'sha256:preview' }),
  submitCriteria: () => ({ ...receivedByHelio, state: 'SUBMITTED', pendingVersion: 1 }),
  listExclusions: () => ({ tag: 'private', items: [], total: 0 }),
  listCriteriaValues: () => ({ items: [{ value: 'northlight', label: 'northlight', count: 2318 }], is_approximate: false }),
  listCriteriaSourceFields: () => ({
    items: [{ name: 'Treatment plan', fill_rate: 1, values: 3, examples: ['Implants'] }],
    is_approximate: false,
  }),
}
/** A test replaces those that it is about. */
export const replies: Record<string, Reply> = {}

export const onRestart = vi.fn<() => Promise<void>>(async () => undefined)

export const prepareBuilder = (): void => {
  useDocument()
  beforeAll(() => addTranslations('criteria', criteriaMessages))
  beforeEach(() => {
    answerCalls((name, { body }) => {
      if (body) sent.push({ name, body })
      const refused = refusals.get(name)
      if (refused) throw refused
      return replies[name]?.(body ?? {})
    })
    Object.assign(replies, usual)
    sent.length = 0
    refusals.clear()
    onRestart.mockClear()
  })
}

const session = {
  user: { role: 'admin', isOwner: true, isStaff: false, client: { type: 'COMPANY', name: 'Helio Solar' } } as CurrentUser,
  changeUser: () => undefined,
  signOut: async () => undefined,
  onRefused: () => undefined,
}

export const openBuilder = async (versions: CriteriaVersion[], change: Partial<Connection> = {}) => {
  const connection: Connection = {
    ...receivedByHelio,
    state: 'DRAFT',
    allowedActions: ['save_criteria', 'submit'],
    ...change,
  }
  const rootRoute = createRootRoute({
    component: () => (
      <SessionContext value={session}>
        <Builder connection={connection} versions={versions} sources={[hubspot]} onRestart={onRestart} />
        <ToastArea />
      </SessionContext>
    ),
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  draw(<RouterProvider router={router as never} />)
  await screen.findByText('What Helio Solar shares')
}

export const withCriteria = (change: Partial<Criteria>): CriteriaVersion[] => [
  { ...draftVersion, criteria: { ...taggedOnly, ...change } },
]

export const buttonCalled = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

export const press = async (name: string) => {
  await waitFor(async () => expect((await buttonCalled(name)).disabled).toBe(false))
  await userEvent.click(await buttonCalled(name))
}

export const acknowledge = async () => {
  await userEvent.click(screen.getByLabelText(/^I understand that personal data/))
  await userEvent.click(screen.getByLabelText(/^I agree to the privacy/))
}

export const names = () => sent.map(({ name }) => name).filter((name) => name !== 'previewCriteria')
