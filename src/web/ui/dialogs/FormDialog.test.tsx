// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { useForm } from '#web/lib/forms/use-form.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { FormDialog } from './FormDialog.tsx'

useDocument()

const Invite = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({ initial: { email: '' }, rules: {}, submit: async () => undefined, explain: String })
  return (
    <FormDialog title="Invite users" action="Send" isFilled={form.isDirty} form={form} onClose={onClose}>
      <input {...form.field('email')} aria-label="Email" />
    </FormDialog>
  )
}

const openInvite = () => {
  const onClose = vi.fn<() => void>()
  draw(<Invite onClose={onClose} />)
  return onClose
}

const escape = () => userEvent.keyboard('{Escape}')
const isAsked = () => screen.queryByText('Discard what you entered?') !== null

describe('Escape in a form dialog', () => {
  it('asks before it discards what Ana typed, as often as she presses it', async () => {
    const onClose = openInvite()
    await userEvent.type(screen.getByLabelText('Email'), 'gia@northlight.example.com')
    for (const answer of ['Keep editing', 'Keep editing', 'Discard']) {
      await escape()
      expect(isAsked()).toBe(true)
      expect(onClose).not.toHaveBeenCalled()
      await userEvent.click(screen.getByRole('button', { name: answer }))
      expect(isAsked()).toBe(false)
    }
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('asks nothing while the form is empty', async () => {
    openInvite()
    await escape()
    expect(isAsked()).toBe(false)
  })
})
