import '#web/ui/fields/select-styles.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useUsers } from '#web/data/account/users.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import styles from './ClientPage.module.css'

const typingPause = 250
const offered = 20

const fullName = ({ name, lastname }: User) => `${name} ${lastname}`

interface PersonSelectProps {
  value: User | null
  /** Who is it already. */
  except: string | null
  error: string | undefined
  onChange: (person: User | null) => void
}

/** With many people the server does the searching. What stands in the field after a choice is no search. */
const usePeople = ({ value, except }: PersonSelectProps) => {
  const [typed, setTyped] = useState('')
  const wanted = value && typed === fullName(value) ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, typingPause)
  const query = useUsers({ status: 'ACTIVE', size: String(offered), sort: 'name:asc', ...(search ? { search } : {}) })
  const people = query.data?.items.filter(({ id }) => id !== except) ?? []
  return { query, people, isSearch: search !== '', setTyped }
}

/** One of the active people of the account. */
export const UserSelect = (props: PersonSelectProps) => {
  const { t } = useTranslation('client')
  const { query, people, isSearch, setTyped } = usePeople(props)
  if (query.isError && !query.data)
    return <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <Select
      className={styles.person}
      label={t('ownership.newOwner')}
      placeholder={t('ownership.choose')}
      data={people.map((person) => ({ value: person.id, label: fullName(person) }))}
      value={props.value?.id ?? null}
      error={props.error}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      filter={({ options }) => options}
      maxDropdownHeight={264}
      checkIconPosition="right"
      nothingFoundMessage={t(isSearch ? 'ownership.nobodyFound' : 'ownership.nobody')}
      renderOption={({ option }) => (
        <span className="grow truncate">
          {option.label}
          <span className={styles.email}>{people.find(({ id }) => id === option.value)?.email}</span>
        </span>
      )}
      onSearchChange={setTyped}
      onChange={(id) => props.onChange(people.find((person) => person.id === id) ?? null)}
    />
  )
}
