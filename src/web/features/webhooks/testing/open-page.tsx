// Opens the screen with the answers of replies.ts, which a test can replace.
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw } from '#web/testing/draw.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import type { WebhooksPage as Page } from '../WebhooksPage.tsx'
import { webhooksSearch } from '../webhooks-search.ts'
import { accepted, atlas, counts, endpointList, financing, quotedPrice, rejected, secondPhone, usage } from './replies.ts'

type Parts = Record<string, unknown>

const sent: { name: string; parts: Parts }[] = []
/** By the name of the call. */
export const replies: Record<string, (parts: Parts) => unknown> = {}
let WebhooksPage: typeof Page

/** Call it at the top of a test file, after `useDocument`. */
export const prepareScreen = () => {
  // Imported once translations have started: its files add theirs.
  beforeAll(async () => {
    ;({ WebhooksPage } = await import('../WebhooksPage.tsx'))
  })
  beforeEach(() => {
    sent.length = 0
    for (const name of Object.keys(replies)) delete replies[name]
    Object.assign(replies, {
      listWebhookEndpoints: () => endpointList,
      getWebhookUsage: () => usage,
      listWebhookProperties: () => ({ properties: [quotedPrice, secondPhone] }),
      listSetAsideProperties: () => ({ items: [financing] }),
      countWebhookDeliveries: () => counts,
      listWebhookDeliveries: () => ({ items: [accepted, rejected], next: null }),
      getWebhookDelivery: () => ({ ...rejected, payload: { event: 'deal.won', properties: { quoted_price: 'tbc' } } }),
    })
    answerCalls((name, parts) => {
      sent.push({ name, parts: parts as Parts })
      return replies[name]?.(parts as Parts) ?? {}
    })
  })
}

export const open = async ({ at = `?endpoint=${atlas.id}`, isStaff = false } = {}) => {
  const session = {
    user: {
      role: 'admin',
      isOwner: !isStaff,
      isStaff,
      client: { type: 'AGENCY', name: 'Northlight Growth' },
    } as CurrentUser,
    changeUser: () => undefined,
    signOut: async () => undefined,
    onRefused: () => undefined,
  }
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/settings/webhooks',
    validateSearch: webhooksSearch,
    component: () => (
      <SessionContext value={session}>
        <div id="page-actions" />
        <WebhooksPage />
        <ToastArea />
      </SessionContext>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [`/settings/webhooks${at}`] })
  draw(<RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />)
  await screen.findByText('Properties')
}

/** What the last call of this name sent. */
export const last = (name: string) => sent.findLast((call) => call.name === name)?.parts
const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const press = async (name: string | RegExp) => userEvent.click(await button(name))
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name, hidden: true }))
export const pressIn = async (name: string | RegExp, label: string) =>
  userEvent.click((await dialog(name)).getByRole('button', { name: label, hidden: true }))
