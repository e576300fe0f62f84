// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { draw, useDocument } from '#web/testing/draw.tsx'
import type { DataTable as DataTableOf } from './DataTable.tsx'
import type { Column } from './column.ts'
import { nothingSelected, type RowSelection } from './rows/row-selection.ts'

useDocument()

let DataTable: typeof DataTableOf
beforeAll(async () => {
  // Imported here, because it adds its texts when it is loaded.
  ;({ DataTable } = await import('./DataTable.tsx'))
})

interface Lead {
  id: string
  name: string
  value: number
}

const columns: Column<Lead>[] = [
  { name: 'name', title: 'Lead', isTitle: true, cell: ({ name }) => <a href="#lead">{name}</a>, sortValue: ({ name }) => name },
  { name: 'value', title: 'Value', sortable: true, cell: ({ value }) => value, sortValue: ({ value }) => value },
]
const three = [
  { id: 'm', name: 'Maya', value: 20 },
  { id: 'j', name: 'Jonah', value: 3 },
  { id: 't', name: 'Theo', value: 100 },
]

const loadThree = () => three

interface LeadsProps extends Partial<Parameters<typeof DataTableOf<Lead>>[0]> {
  load?: () => Lead[] | Promise<Lead[]>
  total?: number
}

const Leads = ({ load = loadThree, total, ...props }: LeadsProps) => {
  const query = useQuery({
    queryKey: ['leads'],
    queryFn: async () => {
      const items = await load()
      return { items, total: total ?? items.length }
    },
  })
  return <DataTable label="Leads" columns={columns} query={query} keyOf={({ id }) => id} empty={<p>No leads yet</p>} {...props} />
}

const namesShown = () => screen.getAllByRole('link').map((link) => link.textContent)
const drawnRows = () => document.querySelectorAll('tbody tr')

describe('Sorting', () => {
  it('happens in the browser when all rows are loaded, by number and by name', async () => {
    const user = userEvent.setup()
    draw(<Leads />)
    await screen.findByText('Maya')
    await user.click(screen.getByRole('button', { name: 'Value' }))
    expect(namesShown()).toEqual(['Theo', 'Maya', 'Jonah'])
    expect(screen.getByRole('columnheader', { name: 'Value' }).getAttribute('aria-sort')).toBe('descending')
    await user.click(screen.getByRole('button', { name: 'Value' }))
    expect(namesShown()).toEqual(['Jonah', 'Maya', 'Theo'])
    await user.click(screen.getByRole('button', { name: 'Lead' }))
    expect(namesShown()).toEqual(['Theo', 'Maya', 'Jonah'])
  })

  it('is requested from the server when the server sorts, and only by columns that it can sort by', async () => {
    const user = userEvent.setup()
    const requested: string[] = []
    draw(<Leads sort={{ field: 'value', direction: 'desc', onSort: (...sort) => requested.push(sort.join(':')) }} />)
    await screen.findByText('Maya')
    expect(screen.queryByRole('button', { name: 'Lead' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Value' }))
    expect(requested).toEqual(['value:asc'])
    expect(namesShown()).toEqual(['Maya', 'Jonah', 'Theo'])
  })
})

describe('Selecting', () => {
  const Selecting = ({ total }: { total: number }) => {
    const [value, onChange] = useState<RowSelection>(nothingSelected)
    return <Leads total={total} selection={{ value, onChange, labelOf: ({ name }) => name }} />
  }

  it('works by keyboard: space selects a row, arrows move to the next one', async () => {
    const user = userEvent.setup()
    draw(<Selecting total={3} />)
    const maya = await screen.findByRole('checkbox', { name: 'Select Maya' })
    maya.focus()
    await user.keyboard(' {ArrowDown} ')
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Jonah' }))
    expect(screen.getByText('2 selected')).toBeTruthy()
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows shown' })
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.keyboard('{End} ')
    expect(all.checked).toBe(true)
  })

  it('selects everything between two rows with Shift', async () => {
    const user = userEvent.setup()
    draw(<Selecting total={3} />)
    await user.click(await screen.findByRole('checkbox', { name: 'Select Maya' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Theo' }), { shiftKey: true })
    expect(screen.getByText('3 selected')).toBeTruthy()
  })

  it('extends from the visible rows to all rows, and back to none', async () => {
    const user = userEvent.setup()
    draw(<Selecting total={2007} />)
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
    expect(screen.getByText('3 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Select all 2,007' }))
    expect(screen.getByText('2,007 selected')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select Maya' }))
    expect(screen.getByText('2,006 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByText(/selected/)).toBeNull()
  })
})

describe('Ten thousand rows', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index), name: `Lead ${index}`, value: index }))

  it('render as they scroll into view: fewer than a hundred at a time', async () => {
    draw(<Leads load={() => many} />)
    await screen.findByText('Lead 5')
    expect(drawnRows().length).toBeGreaterThan(10)
    expect(drawnRows().length).toBeLessThan(100)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
    expect(screen.getByText('10,000 rows')).toBeTruthy()
  })

  it('can all be sorted', async () => {
    const user = userEvent.setup()
    draw(<Leads load={() => many} />)
    await screen.findByText('Lead 5')
    await user.click(screen.getByRole('button', { name: 'Value' }))
    expect(namesShown()[0]).toBe('Lead 9999')
  })
})

describe('The column menu', () => {
  it('hides a column, stores that in this browser, and shows all again', async () => {
    const user = userEvent.setup()
    const { unmount } = draw(<Leads columnsKey="leads" />)
    await user.click(await screen.findByRole('button', { name: 'Columns of Leads' }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitemcheckbox').map((item) => item.textContent)).toEqual(['Value'])
    await user.click(menu.getByRole('menuitemcheckbox', { name: 'Value' }))
    expect(screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)).toEqual(['Lead'])
    unmount()
    draw(<Leads columnsKey="leads" />)
    await screen.findByText('Maya')
    expect(screen.queryByRole('columnheader', { name: 'Value' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Columns of Leads' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Show all columns' }))
    expect(localStorage.getItem('tributary-hidden-columns-leads')).toBe('[]')
  })
})

describe('A table without rows', () => {
  it('shows that it is empty, or what went wrong, and can retry', async () => {
    const user = userEvent.setup()
    let answers = 0
    const load = () => {
      answers += 1
      return answers === 1 ? Promise.reject(new Error('The connection was lost')) : []
    }
    draw(<Leads load={load} />)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getByText('No leads yet')).toBeTruthy())
  })
})
