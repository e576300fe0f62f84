import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#contract/crm/records.ts'
import { useExclude } from '#web/data/connections/exclusions.ts'
import { useContacts } from '#web/data/syncs/records.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import styles from './exclusions.module.css'

const mostShown = 20

const Found = ({ search, onDone }: { search: string; onDone: () => void }) => {
  const { t } = useTranslation('exclusions')
  const query = useContacts({ search, page: 1, size: mostShown })
  const exclude = useExclude()
  const { act, isBusy } = useAct()
  const choose = async ({ id, name, email }: Contact) => {
    const done = t('dialog.done', { name: name || email || t('contacts.nobody') })
    if (await act(() => exclude.mutateAsync([id]), done)) onDone()
  }
  return (
    <Loaded query={query} skeleton={<p className={`small dim ${styles.note}`} aria-hidden />}>
      {({ items, total }) => (
        <>
          {items.length === 0 && <p className={`small dim ${styles.note}`}>{t('dialog.none', { search })}</p>}
          <ul className={styles.found}>
            {items.map((contact) => (
              <li key={contact.id}>
                <span className={`grow ${styles.contact}`}>
                  <span className="medium truncate">{contact.name || t('contacts.nobody')}</span>
                  <span className="caption dim truncate">{contact.email ?? contact.phone}</span>
                </span>
                <BusyButton
                  variant="default"
                  busy={isBusy}
                  aria-label={t('dialog.excludeName', { name: contact.name || contact.email || t('contacts.nobody') })}
                  onClick={() => void choose(contact)}
                >
                  {t('dialog.exclude')}
                </BusyButton>
              </li>
            ))}
          </ul>
          {total > items.length && <p className="caption dim">{t('dialog.more', { n: items.length })}</p>}
        </>
      )}
    </Loaded>
  )
}

/** Finds a contact and excludes it. It can be undone in the list behind. */
export const ExcludeSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('exclusions')
  const [search, setSearch] = useState('')
  return (
    <Sheet title={t('dialog.title')} closeLabel={t('dialog.close')} closesBeside onClose={onClose}>
      <div className={styles.body}>
        <p className="small dim">{t('dialog.text')}</p>
        <div className={styles.note}>
          <SearchField label={t('dialog.search')} value={search} onSearch={setSearch} />
        </div>
        {search === '' ? (
          <p className={`small dim ${styles.note}`}>{t('dialog.first')}</p>
        ) : (
          <Found search={search} onDone={onClose} />
        )}
      </div>
    </Sheet>
  )
}
