// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { User } from '#contract/users/users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { ToastArea } from '../toasts/ToastArea.tsx'
import { UserQuestion } from './UserQuestion.tsx'

useDocument()

const ben: User = {
  id: '1b7f3c52-7a55-4f0e-9f0d-0f6f4f1f2a01',
  clientId: '1b7f3c52-7a55-4f0e-9f0d-0f6f4f1f2a02',
  clientName: 'Northlight',
  name: 'Ben',
  lastname: 'Okafor',
  email: 'ben@northlight.example.com',
  role: 'user',
  status: 'ACTIVE',
  isOwner: false,
  isMasked: false,
  companies: 'all',
  invitedAt: null,
  version: 1,
  statusSince: '2026-01-05T09:00:00.000Z',
  lastSeenAt: null,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
}

const words = {
  title: 'Suspend Ben?',
  text: 'Ben is signed out.',
  textInvited: 'The invitation stops working.',
  action: 'Suspend',
  done: 'Ben is suspended.',
}

const open = (options: { user?: User; asksWhy?: boolean; act?: (reason: string) => Promise<unknown> } = {}) => {
  const reasons: string[] = []
  const act = async (reason: string) => void reasons.push(reason)
  draw(
    <>
      <UserQuestion
        user={options.user ?? ben}
        words={words}
        asksWhy={options.asksWhy ?? false}
        act={options.act ?? act}
        onClose={() => undefined}
      />
      <ToastArea />
    </>,
  )
  return reasons
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Suspend' }))

describe('A question about a user', () => {
  it('asks an admin of the account for confirmation, and reports what was done', async () => {
    const reasons = open()
    screen.getByText('Ben is signed out.')
    await press()
    await screen.findByText('Ben is suspended.')
    expect(reasons).toEqual([''])
  })

  it('asks staff for a reason, and passes it on', async () => {
    const reasons = open({ asksWhy: true })
    await press()
    expect(reasons).toEqual([])
    const field = screen.getByLabelText('Reason')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, '  Asked for by the owner  {Enter}')
    await screen.findByText('Ben is suspended.')
    expect(reasons).toEqual(['Asked for by the owner'])
  })

  it('explains what happens to a user who has not accepted the invitation', () => {
    open({ user: { ...ben, status: 'INVITED' } })
    expect(screen.getByText('The invitation stops working.')).toBeTruthy()
  })

  it('stays open and shows why the action failed', async () => {
    const refusal = new ApiError({ code: 'FORBIDDEN', detail: 'Ben is the owner.' })
    open({ act: () => Promise.reject(refusal) })
    await press()
    await screen.findByText('Ben is the owner.')
    expect(screen.getByText('Suspend Ben?')).toBeTruthy()
  })
})
