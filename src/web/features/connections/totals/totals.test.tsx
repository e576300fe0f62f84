// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SharedTotals } from '#contract/connections/totals.ts'
import type { TotalsPanel as TotalsPanelType } from './TotalsPanel.tsx'
import { draw, useDocument } from '#web/testing/draw.tsx'

const asked: object[] = []
let nextTotals: Promise<SharedTotals> | undefined
const totals: SharedTotals = {
  isProtected: true,
  countedAt: '2026-11-18T08:00:00.000Z',
  total: 1204,
  isExact: false,
  items: [
    { value: 'Email', count: 12 },
    { value: 'Paid Search', count: 1180 },
  ],
  notShown: 12,
}

vi.mock(import('#web/lib/calls/browser-caller.ts'), () => ({
  call: (async (_route: object, { query }: { query: object }) => {
    asked.push(query)
    return nextTotals ?? totals
  }) as never,
}))

useDocument()
let TotalsPanel: typeof TotalsPanelType
beforeAll(async () => {
  ;({ TotalsPanel } = await import('./TotalsPanel.tsx'))
})
beforeEach(() => {
  asked.length = 0
  nextTotals = undefined
})

describe('Totals of what is shared', () => {
  it('show the largest first, and say what is not shown', async () => {
    draw(<TotalsPanel connection={{ id: 'c', keepsTotals: false }} />)
    const table = await screen.findByRole('table', { name: 'Opportunities: By channel' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(rows).toEqual(['Paid Search1,180', 'Email12', 'In small groups that are not shown12', 'Total1,204'])
    expect(screen.getByText(/groups under 5 are combined/)).toBeTruthy()
  })

  it('count contacts by what contacts have', async () => {
    draw(<TotalsPanel connection={{ id: 'c', keepsTotals: false }} />)
    await userEvent.click(await screen.findByRole('radio', { name: 'By stage' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Contacts' }))
    await screen.findByRole('table', { name: 'Contacts: By channel' })
    expect(screen.queryByRole('radio', { name: 'By stage' })).toBeNull()
    expect(asked.at(-1)).toEqual({ of: 'contacts', by: 'channel' })
  })

  it('stay by channel until those by month are there', async () => {
    draw(<TotalsPanel connection={{ id: 'c', keepsTotals: false }} />)
    await screen.findByRole('table', { name: 'Opportunities: By channel' })
    const byMonth = Promise.withResolvers<SharedTotals>()
    nextTotals = byMonth.promise
    await userEvent.click(screen.getByRole('radio', { name: 'By month' }))
    const before = await screen.findByRole('table', { name: 'Opportunities: By channel', busy: true })
    expect(within(before).getByRole('rowheader', { name: 'Paid Search' })).toBeTruthy()
    byMonth.resolve({ ...totals, items: [{ value: '2026-10', count: 1192 }] })
    const after = await screen.findByRole('table', { name: 'Opportunities: By month', busy: false })
    expect(within(after).getByRole('rowheader', { name: 'Oct 2026' })).toBeTruthy()
  })

  it('that an agency keeps after the end no longer change, which is said', async () => {
    draw(<TotalsPanel connection={{ id: 'c', keepsTotals: true }} />)
    expect(await screen.findByText('Counted when the connection ended. These totals no longer change.')).toBeTruthy()
    expect(screen.queryByText(/counted once a day/)).toBeNull()
  })
})
