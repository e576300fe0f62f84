import type { helpMessages } from '#web/messages/en-help.ts'

export type Article = (typeof helpMessages)['articles'][number]

/** The whole text of an article, for the search. */
const textOf = ({ title, text, points = [], after = [] }: Article): string =>
  [title, ...text, ...points, ...after].join(' ').replaceAll('**', '')

/** Articles that contain every word. */
export const findArticles = (articles: readonly Article[], search: string): readonly Article[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return articles.filter((article) => {
    const text = textOf(article).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
