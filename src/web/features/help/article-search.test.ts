import { describe, expect, it } from 'vitest'
import { roles } from '#contract/users/permissions.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { helpMessages } from '#web/messages/en-help.ts'
import { findArticles } from './article-search.ts'

const found = (wanted: string) => findArticles(helpMessages.articles, wanted).map(({ id }) => id)

describe('Searching help', () => {
  it('finds articles by any word in them, however it is written', () => {
    expect(found('SKIPPED')).toEqual(['counts', 'skipped'])
    expect(found('reference ID support')).toContain('reference-ids')
  })

  it('shows all of them for nothing, and none for a word that nobody wrote', () => {
    expect(found('  ')).toHaveLength(helpMessages.articles.length)
    expect(found('xylophone')).toEqual([])
  })

  it('has every article under an address of its own', () => {
    const ids = helpMessages.articles.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining(['sources', 'counts', 'lineage', 'roles', 'sync-status', 'reference-ids', 'staff']),
    )
  })
})

describe('Help about roles', () => {
  const points = helpMessages.articles.find(({ id }) => id === 'roles')?.points ?? []

  it('explains every role that a screen can show, under the name that the screen gives it', () => {
    const unexplained = roles.filter((role) => !points.some((point) => point.startsWith(`**${appMessages.roles[role]}**: `)))
    expect(unexplained).toEqual([])
    expect(points).toHaveLength(roles.length + 1)
    expect(points.at(-1)).toMatch(/^\*\*Owner\*\*: /)
  })
})
