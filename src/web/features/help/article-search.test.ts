import { describe, expect, it } from 'vitest'
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
