import type { helpMessages } from '#web/messages/en-help.ts'

export type Article = (typeof helpMessages)['articles'][number]

/** Everything an article says, as one text to search in. */
const textOf = ({ title, text, points = [], after = [] }: Article): string =>
  [title, ...text, ...points, ...after].join(' ').replaceAll('**', '')

/** Articles in which every word occurs. */
export const findArticles = (articles: readonly Article[], wanted: string): readonly Article[] => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return articles.filter((article) => {
    const text = textOf(article).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
