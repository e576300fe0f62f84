// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Criteria, Filter } from '#contract/criteria/criteria.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { receivedByHelio } from '../../testing.ts'
import {
  acknowledge,
  buttonCalled,
  names,
  onRestart,
  openBuilder,
  press,
  refusals,
  replies,
  sent,
  prepareBuilder,
  withCriteria,
} from '../testing/open-builder.tsx'
import { draftVersion, previewOf, taggedOnly } from '../testing.ts'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

prepareBuilder()

const nameless: Filter = { field: 'source_field', name: '', op: 'is_set' }

describe('Sending criteria to review [PARTNER-06] [VAL-09]', () => {
  it('needs both acknowledgements, then saves and confirms exactly the text that the preview shows', async () => {
    await openBuilder([draftVersion])
    await press('Save and send to review')
    expect(await screen.findAllByText('Please confirm this to send it.')).toHaveLength(2)
    expect(names()).toEqual([])
    await acknowledge()
    await press('Save and send to review')
    expect(await screen.findByText('Sharing criteria saved and sent for review')).toBeDefined()
    expect(names()).toEqual(['saveCriteria', 'submitCriteria'])
    expect(sent.at(-1)?.body).toEqual({
      textHash: 'sha256:preview',
      ackPersonalData: true,
      ackPolicy: true,
      effect: 'review',
    })
  })

  it('waits until the preview shows the last change', async () => {
    const shown = Promise.withResolvers<CriteriaPreview>()
    await openBuilder([draftVersion])
    await acknowledge()
    expect((await buttonCalled('Save and send to review')).disabled).toBe(false)
    replies['previewCriteria'] = () => shown.promise
    await userEvent.click(screen.getByLabelText('May export rows'))
    expect((await buttonCalled('Save and send to review')).disabled).toBe(true)
    expect(screen.getByText('You can send it once the preview shows your changes.')).toBeDefined()
    shown.resolve({ ...previewOf(2318), textHash: 'sha256:changed' })
    await acknowledge()
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ textHash: 'sha256:changed' }))
  })

  it('asks for both acknowledgements again after a change, and says why', async () => {
    await openBuilder([draftVersion])
    await acknowledge()
    await userEvent.click(screen.getByLabelText('May export rows'))
    expect(screen.getByText('What you share has changed, so please confirm both again.')).toBeDefined()
    for (const text of [/^I understand that personal data/, /^I agree to the privacy/])
      expect(screen.getByLabelText<HTMLInputElement>(text).checked).toBe(false)
    await press('Save and send to review')
    expect(await screen.findAllByText('Please confirm this to send it.')).toHaveLength(2)
    expect(names()).toEqual([])
  })

  it('asks for them again, too, if the server refuses because something has changed meanwhile', async () => {
    const detail = 'Nothing was sent: this only shares less now.'
    refusals.set('submitCriteria', new ApiError({ code: 'STALE_VERSION', detail }))
    await openBuilder([draftVersion])
    await acknowledge()
    await press('Save and send to review')
    expect(await screen.findByText(detail)).toBeDefined()
    expect(screen.getByText('What you share has changed, so please confirm both again.')).toBeDefined()
  })

  it('asks for the name of the agency when everyone is shared', async () => {
    await openBuilder(withCriteria({ filter: { all: [] } }))
    await acknowledge()
    await press('Save and send to review')
    expect(await screen.findByText('Type Northlight Growth to confirm.')).toBeDefined()
    const field = screen.getByLabelText(
      'Without a condition you share everyone (2,318 contacts). Type Northlight Growth to confirm.',
    )
    await userEvent.type(field, 'Northlight')
    expect(screen.getByText('This is not the name of the account')).toBeDefined()
    expect(names()).toEqual([])
    await userEvent.type(field, ' Growth')
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ everything: 'Northlight Growth' }))
  })

  it('asks why a field is shared that looks sensitive', async () => {
    replies['previewCriteria'] = ({ criteria }) => ({
      ...previewOf(2318),
      sensitive: (criteria?.fields ?? []).filter((field) => field !== 'email').map((field) => ({ field, kind: 'health data' })),
    })
    await openBuilder(withCriteria({ type_of_data: 'FIELDS', fields: ['email'] }))
    expect(await screen.findByText('Off, looks like health data')).toBeDefined()
    await userEvent.click(screen.getByLabelText('Treatment plan'))
    await acknowledge()
    await press('Save and send to review')
    expect(names()).toEqual([])
    await userEvent.type(screen.getByLabelText('Why do you share Treatment plan?'), 'They plan the campaigns by it')
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ sensitiveReason: 'They plan the campaigns by it' }))
  })

  it('asks it, too, if a condition looks sensitive', async () => {
    const sensitive = [
      { field: 'tag', kind: 'health data' },
      { field: 'Diagnosis', kind: 'health data' },
    ]
    replies['previewCriteria'] = () => ({ ...previewOf(2318), sensitive })
    await openBuilder([draftVersion])
    await acknowledge()
    await userEvent.type(
      await screen.findByLabelText('Why do you share contacts with these tags, Diagnosis?'),
      'Agreed with our patients',
    )
    await press('Save and send to review')
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ sensitiveReason: 'Agreed with our patients' }))
  })

  it('shows which condition is incomplete, and leads to it', async () => {
    await openBuilder([])
    expect(screen.getByText('Complete the conditions and fields to see the preview.')).toBeDefined()
    await press('Save draft')
    expect(await screen.findByText('Choose at least one value.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Values, condition 1' }))
    expect(sent).toEqual([])
  })

  it('keeps the list of values closed below a problem until it is clicked, typed into or opened by an arrow key', async () => {
    await openBuilder([])
    await press('Save draft')
    const values = await screen.findByRole('combobox', { name: 'Values, condition 1' })
    const isOpen = () => values.getAttribute('aria-expanded') === 'true'
    expect([document.activeElement === values, isOpen()]).toEqual([true, false])
    for (const open of [() => userEvent.keyboard('{ArrowDown}'), () => userEvent.click(values), () => userEvent.keyboard('n')]) {
      await open()
      expect(isOpen()).toBe(true)
      await userEvent.keyboard('{Escape}')
      expect(isOpen()).toBe(false)
    }
  })

  it.each([
    { what: 'the name of a CRM field', change: { filter: nameless }, at: 'CRM field, condition 1' },
    { what: 'a field', change: { type_of_data: 'FIELDS' as const, fields: [] }, at: 'First name' },
    { what: 'the acknowledgement', change: {}, at: /^I understand that personal data/ },
  ])('leads to $what that is missing', async ({ change, at }) => {
    await openBuilder(withCriteria(change))
    await press('Save and send to review')
    expect(document.activeElement).toBe(screen.getByLabelText(at))
    expect(names()).toEqual([])
  })

  it('says beside the button that the draft was saved, until it changes', async () => {
    const saved = Promise.withResolvers<CriteriaVersion>()
    replies['saveCriteria'] = () => saved.promise
    await openBuilder([draftVersion])
    await press('Save draft')
    expect((await buttonCalled('Save draft')).dataset['loading']).toBe('true')
    const send = await buttonCalled('Save and send to review')
    expect([send.dataset['loading'], send.disabled]).toEqual([undefined, true])
    saved.resolve({ ...draftVersion, textHash: 'sha256:preview' })
    expect(await screen.findByText('Draft saved')).toBeDefined()
    await userEvent.click(screen.getByLabelText('May export rows'))
    expect(screen.queryByText('Draft saved')).toBeNull()
  })

  it('asks whether to keep the changes if somebody else saved another draft, and replaces theirs only then', async () => {
    const theirs: CriteriaVersion = { ...draftVersion, textHash: 'sha256:one', by: 'Hana Okafor' }
    refusals.set('saveCriteria', new ApiError({ code: 'STALE_VERSION', detail: 'Another user saved a draft meanwhile.' }))
    await openBuilder([theirs])
    await userEvent.click(screen.getByLabelText('May export rows'))
    await press('Save draft')
    const question = within(await screen.findByRole('alertdialog', { name: 'Hana Okafor saved another draft' }))
    await userEvent.click(question.getByRole('button', { name: 'Keep mine' }))
    expect(screen.getByLabelText<HTMLInputElement>('May export rows').checked).toBe(true)
    expect(screen.getByText('Unsaved changes')).toBeDefined()
    expect(onRestart).not.toHaveBeenCalled()
    refusals.clear()
    await press('Save draft')
    expect(await screen.findByText('Draft saved')).toBeDefined()
    expect(sent.findLast(({ name }) => name === 'saveCriteria')?.body).toMatchObject({
      base: 'sha256:one',
      criteria: { allow_export: true },
    })

    refusals.set('saveCriteria', new ApiError({ code: 'STALE_VERSION', detail: 'Another user saved a draft meanwhile.' }))
    await press('Save draft')
    await press('Discard mine')
    await waitFor(() => expect(onRestart).toHaveBeenCalledOnce())
  })
})

describe('Sending criteria with an invitation [PARTNER-05] [VAL-09]', () => {
  it('says that the agency sees nothing yet, needs both acknowledgements, and says when it is reviewed', async () => {
    replies['submitCriteria'] = () => ({ ...receivedByHelio, state: 'INVITED' })
    await openBuilder([draftVersion], { state: 'INVITED' })
    expect(screen.getByText(/^Northlight Growth sees nothing of this before accepting your invitation/)).toBeDefined()
    await press('Save and send with invitation')
    expect(await screen.findAllByText('Please confirm this to send it.')).toHaveLength(2)
    await acknowledge()
    await press('Save and send with invitation')
    expect(await screen.findByText('Saved. Northlight Growth gets it to review when they accept the invitation')).toBeDefined()
    expect(names()).toEqual(['saveCriteria', 'submitCriteria'])
  })

  it('shows what was sent, and that saving a draft takes it out', async () => {
    await openBuilder([{ ...draftVersion, acknowledgedAt: '2026-11-14T10:00:00.000Z' }], { state: 'INVITED' })
    expect(screen.getByText('Sent with the invitation')).toBeDefined()
    expect(screen.getByText('Save draft takes it out of the invitation until you send it again.')).toBeDefined()
  })
})

describe('A change of what is shared [PARTNER-06]', () => {
  const inForce: CriteriaVersion = { ...draftVersion, state: 'in_force', inForceFrom: '2026-03-04T10:00:00.000Z' }
  const counted = (contacts: number) => ({ contacts, opportunities: 0, names: [] })
  const openChanged = async (change: Partial<Criteria>, counts: { added: number; removed: number }) => {
    const changed = { added: counted(counts.added), removed: counted(counts.removed) }
    replies['previewCriteria'] = () => ({ ...previewOf(2000), change: changed })
    replies['submitCriteria'] = () => ({ ...receivedByHelio, state: 'ACTIVE', versionInForce: 2, pendingVersion: null })
    await openBuilder([{ ...draftVersion, version: 2, criteria: { ...taggedOnly, ...change } }, inForce], { versionInForce: 1 })
  }

  it('takes effect immediately if it can only share less, and says what the agency loses', async () => {
    await openChanged({ type_of_data: 'OUTCOMES' }, { added: 0, removed: 318 })
    expect(await screen.findByText(/^You share less. This takes effect immediately/)).toBeDefined()
    expect(
      screen.getByText(
        /Erased at Northlight Growth right away: 318 contacts; first name, last name, email, and phone of 2,000 contacts\.$/,
      ),
    ).toBeDefined()
    await acknowledge()
    await press('Save and share less now')
    expect(await screen.findByText('Sharing criteria saved. Northlight Growth sees less from now on')).toBeDefined()
    expect(sent.at(-1)).toMatchObject({ name: 'submitCriteria', body: { effect: 'in_force' } })
  })

  it('says that rows are erased, and shows that no field is left, if only totals stay', async () => {
    await openChanged({ type_of_data: 'COUNTS' }, { added: 0, removed: 3 })
    const effect = await screen.findByText(/^You share less/)
    expect(effect.textContent).toBe(
      'You share less. This takes effect immediately. Erased at Northlight Growth right away: all rows of 2,003 contacts. Northlight Growth then sees totals only.',
    )
    expect(screen.getByText('Fields').parentElement?.textContent).toBe('Fields0−1 vs version 1')
  })

  it('names the fields that contacts and opportunities lose, some of many', async () => {
    const before: Criteria = {
      ...taggedOnly,
      type_of_data: 'FIELDS',
      fields: ['email', 'phone', 'company', 'city', 'region', 'country', 'owner', 'field:Roof type', 'opportunity.amount'],
    }
    const changed = { added: counted(0), removed: counted(0) }
    replies['previewCriteria'] = () => ({ ...previewOf(4503), change: changed })
    await openBuilder(
      [
        { ...draftVersion, version: 2, criteria: { ...before, fields: ['email'] } },
        { ...inForce, criteria: before },
      ],
      { versionInForce: 1 },
    )
    const effect = await screen.findByText(/^You share less/)
    expect(effect.textContent).toContain(
      'Erased at Northlight Growth right away: phone, company, city, region, country, and 2 other fields of 4,503 contacts; amount of 1,291 opportunities.',
    )
  })

  it('waits for the agency if it shares more', async () => {
    await openChanged({ allow_export: true }, { added: 0, removed: 0 })
    expect(await screen.findByText(/Northlight Growth must accept it, and version 1 stays in force until then/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Save and send to review' })).toBeDefined()
  })

  it('waits for the agency, too, if stricter criteria share somebody new today', async () => {
    await openChanged({ type_of_data: 'OUTCOMES' }, { added: 2, removed: 318 })
    expect(await screen.findByText(/must accept it/)).toBeDefined()
  })

  it('is none if nothing differs, and a reset leads back to it', async () => {
    await openChanged({ allow_export: true }, { added: 0, removed: 0 })
    await press('Reset to version 1')
    expect(await screen.findByText('This is what you share already.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save and send to review' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Reset to version 1' })).toBeNull()
  })
})
