// @vitest-environment happy-dom
import { TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useForm } from './use-form.ts'

useDocument()

const initial = { name: '', email: '', note: '' }
type Values = typeof initial

const LeadForm = ({ submit }: { submit: (values: Values) => Promise<void> }) => {
  const form = useForm({
    initial,
    rules: {
      name: (name) => (name === '' ? 'Enter a name.' : undefined),
      email: (email, { name }) => (email.includes('@') ? undefined : `Enter the address of ${name || 'the lead'}.`),
    },
    submit,
    explain: (error) => (error instanceof ApiError ? error.detail : 'Something went wrong.'),
    fieldOf: (error) => (error instanceof ApiError && error.field === 'email' ? 'email' : undefined),
    mainField: 'note',
  })
  const { email } = form.values
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <TextInput {...form.field('name')} label="Name" />
      <TextInput {...form.field('email')} label="Email" />
      <TextInput {...form.field('note')} label="Note" />
      {form.failure && !form.errors.email && <p>{form.failure}</p>}
      <p>Writing to {email}</p>
      <BusyButton type="submit" busy={form.busy}>
        Save
      </BusyButton>
    </form>
  )
}

const drawForm = () => {
  const calls: { values: Values; answer: PromiseWithResolvers<void> }[] = []
  draw(
    <LeadForm
      submit={(values) => {
        const answer = Promise.withResolvers<void>()
        calls.push({ values, answer })
        return answer.promise
      }}
    />,
  )
  const fields = {
    name: screen.getByLabelText<HTMLInputElement>('Name'),
    email: screen.getByLabelText<HTMLInputElement>('Email'),
    note: screen.getByLabelText<HTMLInputElement>('Note'),
  }
  return { calls, fields, press: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) }
}

describe('A form', () => {
  it('shows an error under each wrong field, focuses the first one, and sends nothing', async () => {
    const { calls, fields, press } = drawForm()
    await press()
    screen.getByText('Enter a name.')
    screen.getByText('Enter the address of the lead.')
    expect(fields.name.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(fields.name)
    expect(calls).toEqual([])
  })

  it('removes the error of a field as soon as that field is changed', async () => {
    const { fields, press } = drawForm()
    await press()
    await userEvent.type(fields.name, 'M')
    expect(screen.queryByText('Enter a name.')).toBeNull()
    screen.getByText('Enter the address of the lead.')
  })

  it('is submitted by Enter, with the values typed last, and once at a time', async () => {
    const { calls, fields, press } = drawForm()
    await userEvent.type(fields.name, 'Maya')
    await userEvent.type(fields.email, 'maya@brightsmile.example.com{Enter}')
    await press()
    expect(calls.map(({ values }) => values)).toEqual([{ name: 'Maya', email: 'maya@brightsmile.example.com', note: '' }])
    screen.getByText('Writing to maya@brightsmile.example.com')
  })

  it("shows the server's refusal at its field, focuses that field, and keeps what was typed", async () => {
    const { calls, fields, press } = drawForm()
    await userEvent.type(fields.name, 'Maya')
    await userEvent.type(fields.email, 'maya@brightsmile.example.com')
    await press()
    calls[0]?.answer.reject(new ApiError({ code: 'USER_EXISTS', detail: 'This address is taken.', field: 'email' }))
    await screen.findByText('This address is taken.')
    await waitFor(() => expect(document.activeElement).toBe(fields.email))
    expect([fields.name.value, fields.email.value]).toEqual(['Maya', 'maya@brightsmile.example.com'])
  })

  it('shows a failure without a field once, until something is changed', async () => {
    const { calls, fields, press } = drawForm()
    await userEvent.type(fields.name, 'Maya')
    await userEvent.type(fields.email, 'maya@brightsmile.example.com')
    await press()
    calls[0]?.answer.reject(new Error('no connection'))
    await screen.findByText('Something went wrong.')
    await userEvent.type(fields.note, 'x')
    expect(screen.queryByText('Something went wrong.')).toBeNull()
    await press()
    expect(calls).toHaveLength(2)
  })
})
