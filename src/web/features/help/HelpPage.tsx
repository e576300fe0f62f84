import { Button, TextInput } from '@mantine/core'
import { IconPrinter, IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTranslations } from '#web/lib/i18n.ts'
import { helpMessages } from '#web/messages/en-help.ts'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { findArticles, type Article } from './article-search.ts'
import styles from './HelpPage.module.css'

addTranslations('help', helpMessages)

const Words = ({ text }: { text: string }) =>
  text.split('**').map((part, index) => (index % 2 === 1 ? <b key={part}>{part}</b> : part))

const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text}>
      <Words text={text} />
    </p>
  ))

const ArticleView = ({ article: { id, title, text, points, after } }: { article: Article }) => (
  <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
    <h2 id={`${id}-title`}>
      <a href={`#${id}`}>{title}</a>
    </h2>
    <Paragraphs texts={text} />
    {points && (
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Words text={point} />
          </li>
        ))}
      </ul>
    )}
    {after && <Paragraphs texts={after} />}
  </section>
)

/** The article in the address, also when only the address changes while the page is open. */
const useAddressedArticle = () => {
  const hash = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    const article = hash ? document.getElementById(hash) : null
    article?.scrollIntoView()
    article?.focus({ preventScroll: true })
  }, [hash])
  return hash
}

export const HelpPage = () => {
  const { t } = useTranslation('help')
  const [search, setSearch] = useState('')
  const hash = useAddressedArticle()
  const articles = findArticles(t('articles', { returnObjects: true }), useDeferredValue(search))
  return (
    <div className={styles.page}>
      <PageActions>
        <Button className="from-tablet" variant="default" leftSection={<IconPrinter size={15} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </PageActions>
      <div className={styles.side}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <nav className={styles.contents} aria-label={t('contents')}>
          <div className={styles.contentsTitle}>{t('contents')}</div>
          {articles.map(({ id, title }) => (
            <a key={id} href={`#${id}`} aria-current={id === hash ? 'true' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </div>
      <div className={styles.text}>
        <p className={styles.intro}>{t('intro')}</p>
        {articles.length === 0 && <output className="dim">{t('nothing')}</output>}
        {articles.map((article) => (
          <ArticleView key={article.id} article={article} />
        ))}
      </div>
    </div>
  )
}
