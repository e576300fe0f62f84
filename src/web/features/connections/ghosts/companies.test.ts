import { describe, expect, it } from 'vitest'
import type { Connection } from '#contract/connections/connections.ts'
import type { GhostStatus } from '#contract/ghost-companies/companies.ts'
import { sentToHelio } from '../testing.ts'
import { isGhost, withGhosts, type ListedCompany } from './companies.ts'
import { atlas } from './testing.ts'

const connection = (name: string, state: Connection['state'] = 'ACTIVE'): Connection => ({
  ...sentToHelio,
  id: name,
  name,
  state,
})
const ghost = (name: string, status: GhostStatus = 'connected') => ({ ...atlas, id: name, company_name: name, status })
const listOf = (items: Connection[], total = items.length) => ({ items, total, counts: { sharing: 2, waiting: 1, ended: 1 } })
const namesOf = ({ items }: { items: ListedCompany[] }) => items.map((one) => (isGhost(one) ? one.company_name : one.name))

describe('Ghost companies in the list of connected companies [PARTNER-09]', () => {
  const ghosts = [ghost('Atlas Roofing'), ghost('Borealis Spa', 'created'), ghost('Cobalt Gym', 'disconnected')]

  it('follow the connections, before those that have ended', () => {
    const list = withGhosts(listOf([connection('Helio Solar'), connection('Old Harbor', 'CANCELED')]), ghosts, {
      page: 1,
      size: 10,
    })
    expect(namesOf(list)).toEqual(['Helio Solar', 'Atlas Roofing', 'Borealis Spa', 'Cobalt Gym', 'Old Harbor'])
    expect([list.total, list.counts]).toEqual([5, { sharing: 3, waiting: 2, ended: 2 }])
  })

  it('are on exactly one page each', () => {
    const connections = ['One', 'Two', 'Three'].map((name) => connection(name))
    const pages = [1, 2, 3].map((page) =>
      namesOf(withGhosts(listOf(connections.slice((page - 1) * 2, page * 2), 3), ghosts, { page, size: 2 })),
    )
    expect(pages).toEqual([
      ['One', 'Two'],
      ['Three', 'Atlas Roofing'],
      ['Borealis Spa', 'Cobalt Gym'],
    ])
  })

  it('are found by name and by group, and counted in each group whatever is searched', () => {
    const only = (query: object) => namesOf(withGhosts(listOf([]), ghosts, { page: 1, size: 10, ...query }))
    expect(only({ search: ' atlas' })).toEqual(['Atlas Roofing'])
    expect(only({ group: 'waiting' })).toEqual(['Borealis Spa'])
    expect(only({ group: 'ended', search: 'atlas' })).toEqual([])
    expect(withGhosts(listOf([]), ghosts, { page: 1, size: 10, search: 'x' }).counts.sharing).toBe(3)
  })
})
