import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import styles from './dialogs.module.css'

/** The texts to use: for ad accounts, or for locations. */
type AccountWords = 'adAccount' | 'location'

interface AccountChoice {
  id: string
  name: string
}

export interface AccountGroup<A extends AccountChoice> {
  id: string | null
  /** Null for accounts without a parent. */
  name: string | null
  accounts: readonly A[]
}

export interface ChoiceTexts<A extends AccountChoice> {
  words: AccountWords
  /** Details that distinguish accounts with the same name. */
  detailsOf: (account: A) => readonly string[]
}

interface AccountChoicesProps<A extends AccountChoice> extends ChoiceTexts<A> {
  groups: readonly AccountGroup<A>[]
  connected: ReadonlySet<string>
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** Up to this many accounts need no search field. */
const fewAccounts = 6

const matching = <A extends AccountChoice>(groups: readonly AccountGroup<A>[], search: string): AccountGroup<A>[] => {
  const text = search.trim().toLowerCase()
  const fits = ({ name, id }: A, group: AccountGroup<A>) => `${name} ${id} ${group.name ?? ''}`.toLowerCase().includes(text)
  return groups
    .map((group) => ({ ...group, accounts: group.accounts.filter((account) => fits(account, group)) }))
    .filter(({ accounts }) => accounts.length > 0)
}

interface GroupProps<A extends AccountChoice> extends Omit<AccountChoicesProps<A>, 'groups' | 'error' | 'onChange'> {
  group: AccountGroup<A>
  onToggle: (id: string) => void
}

const Group = <A extends AccountChoice>({ words, detailsOf, group, connected, chosen, onToggle }: GroupProps<A>) => {
  const { t } = useTranslation('syncs')
  const describe = (account: A): string =>
    [account.id, ...detailsOf(account), ...(connected.has(account.id) ? [t(`${words}.taken`)] : [])].join(' · ')
  return (
    <fieldset className={styles.business}>
      <legend>{group.name ?? t(`${words}.alone`)}</legend>
      <div className={styles.choices}>
        {group.accounts.map((account) => (
          <Checkbox
            key={account.id}
            size="xs"
            name="accounts"
            label={account.name}
            description={describe(account)}
            checked={connected.has(account.id) || chosen.includes(account.id)}
            disabled={connected.has(account.id)}
            onChange={() => onToggle(account.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The dialog opens before the accounts are loaded, with the focus on the only enabled button. */
const useFirstField = () => {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (document.activeElement?.tagName !== 'INPUT') group.current?.querySelector<HTMLElement>('input:enabled')?.focus()
  }, [])
  return group
}

/** Accounts, grouped by parent. Connected accounts are marked and cannot be chosen again. */
export const AccountChoices = <A extends AccountChoice>(props: AccountChoicesProps<A>) => {
  const { words, detailsOf, groups, connected, chosen, error, onChange } = props
  const { t } = useTranslation('syncs')
  const group = useFirstField()
  const [search, setSearch] = useState('')
  const all = groups.flatMap(({ accounts }) => accounts)
  const found = matching(groups, search)
  const free = found.flatMap(({ accounts }) => accounts.map(({ id }) => id)).filter((id) => !connected.has(id))
  const isAll = free.length > 0 && free.every((id) => chosen.includes(id))
  const isSome = free.some((id) => chosen.includes(id))
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const toggleAll = () =>
    onChange(isAll ? chosen.filter((id) => !free.includes(id)) : [...chosen, ...free.filter((id) => !chosen.includes(id))])
  return (
    <fieldset ref={group} className={styles.group} aria-label={t(`${words}.title`)}>
      {all.length > fewAccounts && (
        <div className={styles.search}>
          <SearchField label={t(`${words}.find`)} value={search} onSearch={setSearch} />
        </div>
      )}
      {free.length > 1 && (
        <Checkbox
          className={styles.all ?? ''}
          size="xs"
          label={t(`${words}.all`, { count: free.length })}
          checked={isAll}
          indeterminate={isSome && !isAll}
          onChange={toggleAll}
        />
      )}
      <div className={styles.businesses}>
        {found.map((one) => (
          <Group
            key={one.id ?? ''}
            words={words}
            detailsOf={detailsOf}
            group={one}
            connected={connected}
            chosen={chosen}
            onToggle={toggle}
          />
        ))}
        {found.length === 0 && all.length > 0 && <p className="small dim">{t(`${words}.noMatch`, { search })}</p>}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
