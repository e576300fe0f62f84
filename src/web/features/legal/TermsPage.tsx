import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { termsVersion } from '#contract/signup/terms.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { termsMessages } from '#web/messages/en-terms.ts'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { Contents } from './Contents.tsx'
import styles from './TermsPage.module.css'

addTranslations('terms', termsMessages)

const schemeAttribute = 'data-mantine-color-scheme'

/** Switches the dark theme to light while the page is printed. */
const useLightPrint = () =>
  useEffect(() => {
    const page = document.documentElement
    let scheme = page.getAttribute(schemeAttribute)
    const lighten = () => {
      scheme = page.getAttribute(schemeAttribute)
      page.setAttribute(schemeAttribute, 'light')
    }
    const restore = () => page.setAttribute(schemeAttribute, scheme ?? 'light')
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])

const Paragraph = ({ text }: { text: string }) => (
  <p>{text.split('**').map((part, index) => (index % 2 === 1 ? <b key={part}>{part}</b> : part))}</p>
)

const Summary = () => {
  const { t } = useTranslation('terms')
  return (
    <div className={styles.short} id="short">
      <h2>{t('shortTitle')}</h2>
      <ul>
        {t('short', { returnObjects: true }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{t('shortNote')}</p>
    </div>
  )
}

export const TermsPage = () => {
  const { t } = useTranslation(['terms', 'gate'])
  useDocumentTitle(`${t('title')} · ${t('gate:product')}`)
  useLightPrint()
  const sections = t('sections', { returnObjects: true })
  return (
    <div className={styles.page}>
      <PageActions>
        <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </PageActions>
      <Contents title={t('contents')} entries={[{ id: 'short', title: t('shortTitle') }, ...sections]} />
      <article className={styles.text}>
        <p className={styles.version}>{t('version', { version: termsVersion, day: dayOf(`${termsVersion}T12:00:00`) })}</p>
        <h1>{t('title')}</h1>
        <Summary />
        {sections.map(({ id, title, text, points, after }, index) => (
          <section key={id} id={id}>
            <h2>
              <span>{index + 1}</span>
              {title}
            </h2>
            {text.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
            {points && (
              <ol>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ol>
            )}
            {after?.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
          </section>
        ))}
      </article>
    </div>
  )
}
