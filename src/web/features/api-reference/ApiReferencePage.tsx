import { addTranslations } from '#web/lib/i18n.ts'
import { pageMessages } from '#web/messages/en-pages.ts'
import { Button, TextInput } from '@mantine/core'
import { useDocumentTitle, useHash } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openApiAddress, useOpenApi } from '#web/data/openapi.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import styles from './ApiReferencePage.module.css'
import { CallCard } from './CallCard.tsx'
import { callsOf, matches, type Call, type OpenApiDocument } from './openapi-document.ts'

addTranslations('pages', pageMessages)

const byGroup = (calls: Call[]) => Object.entries(Object.groupBy(calls, (call) => call.group)) as [string, Call[]][]

const Index = ({ groups }: { groups: [string, Call[]][] }) => {
  const { t } = useTranslation(['app', 'pages'])
  return (
    <nav className={styles.index} aria-label={t('pages:reference.contents')}>
      {groups.map(([group, calls]) => (
        <div key={group}>
          <div className={styles.group}>{group}</div>
          {calls.map(({ id, method, path }) => (
            <a key={id} href={`#${id}`} title={path}>
              <span className={styles.method} data-method={method}>
                {method}
              </span>
              <span className="truncate">{path}</span>
            </a>
          ))}
        </div>
      ))}
    </nav>
  )
}

const Reference = ({ document }: { document: OpenApiDocument }) => {
  const { t } = useTranslation(['app', 'pages'])
  const [search, setSearch] = useState('')
  const query = useDeferredValue(search)
  const [hash] = useHash({ getInitialValueInEffect: false })
  // The browser tried to scroll to the call in the address before the call was rendered.
  useEffect(() => {
    window.document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const groups = byGroup(callsOf(document).filter((call) => matches(call, query)))
  return (
    <>
      <TextInput
        className={styles.search}
        size="md"
        type="search"
        aria-label={t('pages:reference.search')}
        placeholder={t('pages:reference.search')}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={styles.columns}>
        <Index groups={groups} />
        <div>
          {groups.length === 0 && <p className="dim">{t('pages:reference.nothing')}</p>}
          {groups.map(([group, calls]) => (
            <section key={group} className={styles.section} aria-label={group}>
              <h2>{group}</h2>
              {calls.map((call) => (
                <CallCard key={call.id} call={call} document={document} isTarget={hash === `#${call.id}`} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  )
}

const Content = () => {
  const { t } = useTranslation('pages')
  const query = useOpenApi()
  return (
    <>
      <PageActions>
        <Button component="a" variant="default" href={openApiAddress()} target="_blank">
          {t('reference.raw')}
        </Button>
      </PageActions>
      <p className={styles.intro}>{t('reference.text')}</p>
      <Loaded query={query} skeleton={<SkeletonRows rows={8} height={64} />}>
        {(document) => <Reference document={document as unknown as OpenApiDocument} />}
      </Loaded>
    </>
  )
}

/** The public page. */
export const ApiReferencePage = () => {
  const { t } = useTranslation(['pages', 'gate'])
  useDocumentTitle(`${t('reference.title')} · ${t('gate:product')}`)
  return (
    <div className={styles.page}>
      <h1>{t('reference.title')}</h1>
      <Content />
    </div>
  )
}

/** The same in the settings of an account, where the frame shows the title. */
export const DevelopersPage = () => <Content />
