import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdAccount } from '#contract/ad-accounts.ts'
import type { AdBusiness } from '#web/data/ad-accounts.ts'
import { SearchField } from '#web/ui/table/SearchField.tsx'
import styles from './dialogs.module.css'

interface AdAccountChoicesProps {
  businesses: readonly AdBusiness[]
  taken: ReadonlySet<string>
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** So many are seen at a glance. */
const fewAccounts = 6

const useDescription = () => {
  const { t } = useTranslation('syncs')
  return ({ id, currency, active }: AdAccount, isTaken: boolean) =>
    [id, currency, active ? null : t('adAccount.inactive'), isTaken ? t('adAccount.taken') : null].filter(Boolean).join(' · ')
}

const matching = (businesses: readonly AdBusiness[], search: string): AdBusiness[] => {
  const wanted = search.trim().toLowerCase()
  const fits = ({ name, id }: AdAccount, business: AdBusiness) =>
    `${name} ${id} ${business.name ?? ''}`.toLowerCase().includes(wanted)
  return businesses
    .map((business) => ({ ...business, accounts: business.accounts.filter((account) => fits(account, business)) }))
    .filter(({ accounts }) => accounts.length > 0)
}

interface BusinessProps extends Pick<AdAccountChoicesProps, 'taken' | 'chosen'> {
  business: AdBusiness
  onToggle: (id: string) => void
}

const Business = ({ business, taken, chosen, onToggle }: BusinessProps) => {
  const { t } = useTranslation('syncs')
  const describe = useDescription()
  return (
    <fieldset className={styles.business}>
      <legend>{business.name ?? t('adAccount.alone')}</legend>
      <div className={styles.choices}>
        {business.accounts.map((account) => (
          <Checkbox
            key={account.id}
            size="xs"
            name="accounts"
            label={account.name}
            description={describe(account, taken.has(account.id))}
            checked={taken.has(account.id) || chosen.includes(account.id)}
            disabled={taken.has(account.id)}
            onChange={() => onToggle(account.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Ad accounts under the business each belongs to. Those that are connected already are marked and cannot be chosen again. */
export const AdAccountChoices = ({ businesses, taken, chosen, error, onChange }: AdAccountChoicesProps) => {
  const { t } = useTranslation('syncs')
  const [search, setSearch] = useState('')
  const all = businesses.flatMap(({ accounts }) => accounts)
  const found = matching(businesses, search)
  const free = found.flatMap(({ accounts }) => accounts.map(({ id }) => id)).filter((id) => !taken.has(id))
  const isAll = free.length > 0 && free.every((id) => chosen.includes(id))
  const isSome = free.some((id) => chosen.includes(id))
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const toggleAll = () =>
    onChange(isAll ? chosen.filter((id) => !free.includes(id)) : [...chosen, ...free.filter((id) => !chosen.includes(id))])
  return (
    <fieldset className={styles.group} aria-label={t('adAccount.title')}>
      {all.length > fewAccounts && (
        <div className={styles.search}>
          <SearchField label={t('adAccount.find')} value={search} onSearch={setSearch} />
        </div>
      )}
      {free.length > 1 && (
        <Checkbox
          className={styles.all ?? ''}
          size="xs"
          label={t('adAccount.all', { count: free.length })}
          checked={isAll}
          indeterminate={isSome && !isAll}
          onChange={toggleAll}
        />
      )}
      <div className={styles.businesses}>
        {found.map((business) => (
          <Business key={business.id ?? ''} business={business} taken={taken} chosen={chosen} onToggle={toggle} />
        ))}
        {found.length === 0 && all.length > 0 && <p className="small dim">{t('adAccount.noMatch', { search })}</p>}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
