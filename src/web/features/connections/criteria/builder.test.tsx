// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import {
  acknowledge,
  buttonCalled,
  names,
  openBuilder,
  press,
  refusals,
  replies,
  sent,
  prepareBuilder,
  withCriteria,
} from './testing/open-builder.tsx'
import { draftVersion, previewOf, taggedOnly } from './testing.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

prepareBuilder()

describe('The draft after inviting again [PARTNER-05]', () => {
  it('says where it comes from, and what the source no longer has', async () => {
    await openBuilder([{ ...draftVersion, leftOut: ['Pipeline Implants'] }], { state: 'INVITED' })
    expect(screen.getByText(/started this draft from what you shared with Northlight Growth before/).textContent).toContain(
      'left it out: Pipeline Implants.',
    )
  })
})

describe('Discarding a draft [PARTNER-06]', () => {
  it('is asked first, and says where it goes on', async () => {
    await openBuilder(
      [
        { ...draftVersion, version: 2 },
        { ...draftVersion, state: 'returned' },
      ],
      {
        allowedActions: ['save_criteria', 'discard', 'submit'],
      },
    )
    await press('Discard draft')
    expect(screen.getByText('You continue from version 1. Northlight Growth never saw this draft.')).toBeDefined()
    expect(names()).toEqual([])
    await press('Discard')
    expect(await screen.findByText('Draft discarded')).toBeDefined()
    expect(sent.at(-1)).toEqual({ name: 'discardCriteria', body: { base: 'sha256:one' } })
  })

  it('is not offered while nothing is saved', async () => {
    await openBuilder([])
    expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
  })
})

describe('The builder of criteria [PARTNER-06]', () => {
  it('counts again after a change, and says what is never shared', async () => {
    await openBuilder([draftVersion])
    expect(await screen.findByText('2,318')).toBeDefined()
    expect(screen.getByRole('link', { name: /Change who is never shared$/ }).textContent).toMatch(/^private37 contacts/)
    expect(within(screen.getByRole('table')).getByText('maya@example.com')).toBeDefined()
    await press('Remove condition 1')
    expect(screen.getByText('Unsaved changes')).toBeDefined()
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ criteria: { filter: { all: [] } } }))
  })

  it('estimates the counts of a large source first, and shows them as an estimate until they are exact', async () => {
    const count = Promise.withResolvers<CriteriaPreview>()
    replies['previewCriteria'] = ({ estimate }) =>
      estimate ? { ...previewOf(2300), shared: { contacts: 2300, opportunities: 0 }, isEstimate: true } : count.promise
    await openBuilder([draftVersion])
    expect(await screen.findByText('2,300')).toBeDefined()
    expect(screen.getByText('Few')).toBeDefined()
    expect(screen.getAllByText('Estimate')).toHaveLength(2)
    expect(screen.getByText('1 of about 2,300')).toBeDefined()
    expect(screen.getByText('Counting all contacts')).toBeDefined()
    count.resolve(previewOf(2318))
    expect(await screen.findByText('2,318')).toBeDefined()
    expect(screen.getByText('Live preview')).toBeDefined()
    expect(screen.queryByText('Estimate')).toBeNull()
  })

  it('estimates who changes from the version in force, but not whether the agency has to accept it', async () => {
    const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
    const narrower: CriteriaVersion = { ...draftVersion, version: 2, criteria: { ...taggedOnly, since: '2026-01-01' } }
    const nobody = { contacts: 0, opportunities: 0, names: [] }
    const removed = { contacts: 1200, opportunities: 0, names: ['Maya Ellison', 'Noor Haddad'] }
    const count = Promise.withResolvers<CriteriaPreview>()
    replies['previewCriteria'] = ({ estimate }) =>
      estimate ? { ...previewOf(1100), isEstimate: true, change: { added: nobody, removed } } : count.promise
    await openBuilder([narrower, inForce], { state: 'ACTIVE', versionInForce: 1 })
    const who = within(await screen.findByRole('list', { name: 'Who changes from version 1' }))
    expect(who.getByText('About 1,200 contacts removed')).toBeDefined()
    expect(who.getByText('Maya Ellison, Noor Haddad, and about 1,198 others')).toBeDefined()
    expect((await buttonCalled('Save and send')).disabled).toBe(true)
    expect(screen.getByText('Counting all contacts. Then we know whether Northlight Growth must accept it.')).toBeDefined()
    expect(who.getByText('Few or none are added')).toBeDefined()
    count.resolve({ ...previewOf(1104), change: { added: nobody, removed: { ...removed, contacts: 1214 } } })
    expect(await screen.findByText('1,214 contacts removed')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Save and share less now' })).toBeDefined()
  })

  it('lets the agency decide if counting takes too long to know whether somebody new is shared', async () => {
    const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
    const narrower: CriteriaVersion = { ...draftVersion, version: 2, criteria: { ...taggedOnly, since: '2026-01-01' } }
    replies['previewCriteria'] = ({ estimate }) => {
      if (estimate) return { ...previewOf(2300), isEstimate: true }
      throw new ApiError({ code: 'UNAVAILABLE', detail: 'Counting takes too long right now.' })
    }
    await openBuilder([narrower, inForce], { state: 'ACTIVE', versionInForce: 1 })
    expect(await screen.findByText(/^We couldn't count whether you only share less/)).toBeDefined()
    await acknowledge()
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ name: 'submitCriteria', body: { effect: 'review' } }))
  })

  it('keeps the estimate when the exact counts take too long, and says so', async () => {
    replies['previewCriteria'] = ({ estimate }) => {
      if (estimate) return { ...previewOf(2300), isEstimate: true }
      throw new ApiError({ code: 'UNAVAILABLE', detail: 'Counting takes too long right now.' })
    }
    await openBuilder([draftVersion])
    expect(await screen.findByText(/Counting takes too long right now/)).toBeDefined()
    expect(screen.getByText('2,300')).toBeDefined()
    expect(screen.getAllByText('Estimate')).toHaveLength(2)
  })

  it('shows that only opportunities change', async () => {
    const changed = (opportunities: number) => ({ contacts: 0, opportunities, names: [] })
    replies['previewCriteria'] = () => ({ ...previewOf(2318), change: { added: changed(0), removed: changed(3) } })
    const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
    await openBuilder([{ ...draftVersion, version: 2 }, inForce], { versionInForce: 1 })
    const who = within(await screen.findByRole('list', { name: 'Who changes from version 1' }))
    expect(who.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['3 opportunities removed'])
  })

  it('compares with the version in force', async () => {
    const changed = (contacts: number, names: string[] = []) => ({ contacts, opportunities: 0, names })
    const added = changed(220, ['Inés Caldera', 'Maya Ellison', 'Samir Haddad'])
    replies['previewCriteria'] = () => ({ ...previewOf(2318), change: { added, removed: changed(1, ['Noor Haddad']) } })
    const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
    await openBuilder([{ ...draftVersion, version: 2 }, inForce], { versionInForce: 1 })
    expect(await screen.findByText('+220 −1')).toBeDefined()
    const who = within(screen.getByRole('list', { name: 'Who changes from version 1' }))
    expect(who.getByText('220 contacts added')).toBeDefined()
    expect(who.getByText('Inés Caldera, Maya Ellison, and 218 others')).toBeDefined()
    expect(who.getByText('Inés Caldera, Maya Ellison, Samir Haddad, and 217 others')).toBeDefined()
    expect(who.getByText('1 contact removed')).toBeDefined()
    expect(who.getByText('Noor Haddad')).toBeDefined()
    expect(screen.getByText('Same as version 1')).toBeDefined()
    expect(screen.getByText(/Version 1 has been in force since Mar 4, 2026. You're editing version 2./)).toBeDefined()
  })

  it('offers what the builder sets beside conditions: purpose, what matches, and what stays [PARTNER-06]', async () => {
    await openBuilder([draftVersion])
    await userEvent.clear(screen.getByLabelText('Purpose'))
    await press('Save draft')
    expect(await screen.findByText('Enter what the data is for.')).toBeDefined()
    expect(names()).toEqual([])
    await userEvent.type(screen.getByLabelText('Purpose'), 'campaign reports')
    await userEvent.selectOptions(screen.getByLabelText('Matched by'), 'Opportunities, with their contacts')
    await userEvent.selectOptions(screen.getByLabelText('If a contact no longer matches'), 'Remove everything')
    await press('Save draft')
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'saveCriteria')?.body).toMatchObject({
        criteria: { purpose: 'campaign reports', match_on: 'opportunity', on_leave: 'remove' },
      }),
    )
  })

  it('allows nothing that needs rows with counts, and says that no personal data is shared', async () => {
    await openBuilder(withCriteria({ allow_audiences: true }))
    expect(await screen.findByText('Fields')).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: 'Counts' }))
    for (const name of ['May build ad audiences', 'May export rows']) {
      const toggle = screen.getByLabelText<HTMLInputElement>(name)
      expect([toggle.checked, toggle.disabled]).toEqual([false, true])
    }
    expect(screen.getAllByText('Needs contact rows')).toHaveLength(2)
    expect(screen.queryByText('Fields')).toBeNull()
    expect(screen.getByText('You share totals only, so no name, phone or email.')).toBeDefined()
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ criteria: { type_of_data: 'COUNTS', allow_audiences: false } }))
  })

  it('removes a value by keyboard, too', async () => {
    await openBuilder([draftVersion])
    screen.getByRole('button', { name: 'Remove northlight' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('button', { name: 'Remove northlight' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Values, condition 1' }))
  })

  it('offers a retry when the preview fails', async () => {
    refusals.set('previewCriteria', new ApiError({ code: 'UNAVAILABLE', detail: 'Counting takes too long right now.' }))
    await openBuilder([draftVersion])
    expect(await screen.findByText(/Counting takes too long right now/)).toBeDefined()
    refusals.clear()
    await press('Try again')
    expect(await screen.findByText('2,318')).toBeDefined()
  })

  it('keeps a filter that it cannot show until it is replaced', async () => {
    await openBuilder(withCriteria({ filter: { not: { field: 'tag', op: 'has_any', values: ['radio'] } } }))
    expect(screen.getByText(/deeper than the builder shows/)).toBeDefined()
    expect(screen.queryByLabelText('Field, condition 1')).toBeNull()
    await press('Replace')
    expect(screen.getByLabelText('Field, condition 1')).toBeDefined()
  })
})
