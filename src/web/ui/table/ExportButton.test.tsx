// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, useDocument } from '#web/testing/draw.tsx'
import type { ExportButton as ExportButtonOf } from './ExportButton.tsx'

const saved: string[] = []
const told: string[] = []
vi.mock(import('#web/lib/save-file.ts'), () => ({ saveFile: (_content: Blob, name: string) => void saved.push(name) }))
vi.mock(import('#web/lib/toast.ts'), () => ({
  showToast: async (_kind: string, text: string) => void told.push(text),
  onFirstToast: () => () => undefined,
}))

useDocument()

let ExportButton: typeof ExportButtonOf
beforeAll(async () => {
  // Imported here, because it adds its texts when it is loaded.
  ;({ ExportButton } = await import('./ExportButton.tsx'))
})
beforeEach(() => {
  saved.length = 0
  told.length = 0
})

const button = () => screen.getByRole('button', { name: 'Export CSV' })

describe('The button that exports contacts [ANA-05]', () => {
  it('saves a file with the day in its name, and says how many contacts it has', async () => {
    draw(<ExportButton onExport={async () => ({ content: new Blob(), contacts: 1200, notAllowed: 0, overLimit: 0 })} />)
    await userEvent.click(button())
    await waitFor(() => expect(told).toEqual(['1,200 contacts exported.']))
    expect(saved).toEqual([`contacts-${new Date().toISOString().slice(0, 10)}.csv`])
  })

  it('says what was left out, and why', async () => {
    draw(<ExportButton onExport={async () => ({ content: new Blob(), contacts: 1, notAllowed: 2, overLimit: 3 })} />)
    await userEvent.click(button())
    await waitFor(() =>
      expect(told).toEqual([
        '1 contact exported. 2 were left out because their companies do not allow exports. 3 older contacts did not fit. Narrow your search to export them.',
      ]),
    )
  })

  it('cannot be pressed where a company does not allow exports, and says who', () => {
    draw(<ExportButton onExport={() => Promise.reject(new Error('not allowed'))} refusedBy="Helio Solar" />)
    expect(button().hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('Helio Solar does not allow exports.')).toBeTruthy()
  })
})
