// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { answerCalls } from '#web/testing/calls.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { sentToHelio, sharedByHelio } from '../testing.ts'
import { useColumns } from './use-columns.tsx'

vi.mock(import('#web/lib/calls/browser-caller.ts'), async () => (await import('#web/testing/calls.ts')).answered)

useDocument()
beforeAll(() => addTranslations('connections', connectionMessages))

const Contacts = () =>
  useColumns('AGENCY')
    .find(({ name }) => name === 'people')
    ?.cell({ ...sentToHelio, state: 'ACTIVE' })

it('How many contacts are shared can be loaded again in the list if that failed', async () => {
  let isDown = true
  answerCalls(() => {
    if (isDown) throw new ApiError({ code: 'UNAVAILABLE', detail: 'The server is busy.' })
    return sharedByHelio
  })
  draw(<Contacts />)
  expect(await screen.findByText("Couldn't load")).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2,318')).toBeDefined()
})
