// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'
import { useAct } from './use-act.ts'

useDocument()

interface SaveProps {
  save: () => Promise<unknown>
  mayOverlap?: boolean
}

const Save = ({ save, mayOverlap = false }: SaveProps) => {
  const { act, isBusy } = useAct({ mayOverlap })
  return (
    <>
      <BusyButton busy={isBusy} onClick={() => void act(save, 'Lead saved')}>
        Save
      </BusyButton>
      <button type="button" onClick={() => void act(save, 'Lead saved')}>
        Save elsewhere
      </button>
      <ToastArea />
    </>
  )
}

const drawSave = (mayOverlap = false) => {
  const calls: PromiseWithResolvers<void>[] = []
  const save = () => {
    const call = Promise.withResolvers<void>()
    calls.push(call)
    return call.promise
  }
  draw(<Save save={save} mayOverlap={mayOverlap} />)
  return calls
}

describe('An action without a confirmation', () => {
  it('runs once, however often it is pressed, and keeps the focus', async () => {
    const calls = drawSave()
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.click(button)
    await userEvent.click(screen.getByRole('button', { name: 'Save elsewhere' }))
    expect(calls).toHaveLength(1)
    expect(button).toHaveProperty('disabled', true)
    ;(document.activeElement as HTMLElement).blur()
    calls[0]?.resolve()
    await screen.findByText('Lead saved')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('shows why it failed, and can be tried again', async () => {
    const calls = drawSave()
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.click(button)
    calls[0]?.reject(new ApiError({ code: 'STALE_VERSION', detail: 'Maya changed this lead a moment ago.' }))
    await screen.findByText('Maya changed this lead a moment ago.')
    await userEvent.click(button)
    expect(calls).toHaveLength(2)
  })

  it('may overlap when there are several switches', async () => {
    const calls = drawSave(true)
    await userEvent.click(screen.getByRole('button', { name: 'Save elsewhere' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save elsewhere' }))
    expect(calls).toHaveLength(2)
  })
})
