import { Skeleton } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import { providerCategories } from '#contract/integrations/providers.ts'
import { useConnectors } from '#web/data/integrations/connect.ts'
import { useMay } from '#web/lib/may.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { ConnectorRow } from './ConnectorRow.tsx'
import styles from './Gallery.module.css'
import { galleryId } from './go-to-gallery.ts'

const matches = (search: string, { name, about }: ConnectorManifest) =>
  `${name} ${about}`.toLowerCase().includes(search.toLowerCase())

const RowSkeletons = () => (
  <div className={styles.rows} aria-hidden>
    {Array.from({ length: 8 }, (_, row) => (
      <div key={row} className={styles.row}>
        <Skeleton height={32} width={32} radius={8} />
        <div className="grow">
          <Skeleton height={12} width="40%" />
          <Skeleton height={10} width="70%" mt={10} />
        </div>
      </div>
    ))}
  </div>
)

/** If all connectors are sandboxes, one note says so for all of them. */
const areSandboxes = (items: readonly ConnectorManifest[]) => {
  const available = items.filter(({ isAvailable }) => isAvailable)
  return available.length > 0 && available.every(({ isSandbox }) => isSandbox)
}

const Found = ({ items, search, onShowAll }: { items: ConnectorManifest[]; search: string; onShowAll: () => void }) => {
  const { t } = useTranslation('syncs')
  const found = items.filter((item) => matches(search, item))
  if (found.length === 0) {
    return (
      <p className={styles.nothing} aria-live="polite">
        {t('nothingFound', { search })}{' '}
        <button type="button" className="link-button" onClick={onShowAll}>
          {t('showAll')}
        </button>
      </p>
    )
  }
  return providerCategories
    .map((category) => [category, found.filter((item) => item.category === category)] as const)
    .filter(([, connectors]) => connectors.length > 0)
    .map(([category, connectors]) => (
      <section key={category} className={styles.category} aria-labelledby={`category-${category}`}>
        <h3 id={`category-${category}`} className="caption medium dim">
          {t(`categories.${category}`)}
        </h3>
        <ul className={styles.rows}>
          {connectors.map((connector) => (
            <ConnectorRow key={connector.type} connector={connector} marksSandbox={!areSandboxes(items)} />
          ))}
        </ul>
      </section>
    ))
}

/** All vendors that can be connected, by kind. */
export const Gallery = () => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const query = useConnectors()
  const [search, setSearch] = useState('')
  return (
    <section id={galleryId} className={styles.gallery} aria-labelledby="available-title" tabIndex={-1}>
      <div className={styles.head}>
        <h2 id="available-title" className={styles.title}>
          {t('available')}
        </h2>
        {areSandboxes(query.data?.items ?? []) && (
          <StatusBadge kind="off" icon={IconFlask}>
            {t('gallery.sandboxes')}
          </StatusBadge>
        )}
        {!may('integrations', 'w') && <p className="small dim">{t('adminsOnly')}</p>}
        <span className="grow" />
        <SearchField label={t('find')} value={search} onSearch={setSearch} />
      </div>
      <Loaded query={query} skeleton={<RowSkeletons />}>
        {({ items }) => <Found items={items} search={search} onShowAll={() => setSearch('')} />}
      </Loaded>
    </section>
  )
}
