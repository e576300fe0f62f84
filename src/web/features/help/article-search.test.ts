import { describe, expect, it } from 'vitest'
import { roles } from '#contract/users/permissions.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { helpMessages } from '#web/messages/en-help.ts'
import { findArticles } from './article-search.ts'

const found = (search: string) => findArticles(helpMessages.articles, search).map(({ id }) => id)

describe('Searching help', () => {
  it('finds articles by any word in them, in any case', () => {
    expect(found('SKIPPED')).toEqual(['counts', 'skipped'])
    expect(found('reference ID support')).toContain('reference-ids')
  })

  it('shows all articles for an empty search, and none for a word that no article has', () => {
    expect(found('  ')).toHaveLength(helpMessages.articles.length)
    expect(found('xylophone')).toEqual([])
  })

  it('has its own address for every article', () => {
    const ids = helpMessages.articles.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining(['sources', 'counts', 'lineage', 'roles', 'sync-status', 'reference-ids', 'staff']),
    )
  })
})

describe('Help about roles', () => {
  const points = helpMessages.articles.find(({ id }) => id === 'roles')?.points ?? []

  it('explains every role that a screen can show, under the same name', () => {
    const unexplained = roles.filter((role) => !points.some((point) => point.startsWith(`**${appMessages.roles[role]}**: `)))
    expect(unexplained).toEqual([])
    expect(points).toHaveLength(roles.length + 1)
    expect(points.at(-1)).toMatch(/^\*\*Owner\*\*: /)
  })
})
