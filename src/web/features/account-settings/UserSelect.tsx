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

interface UserSelectProps {
  value: User | null
  /** The id of the current owner, who cannot be chosen. */
  except: string | null
  error: string | undefined
  onChange: (user: User | null) => void
}

/** The server searches, because there may be many users. After a choice the field shows a name, which is not a search text. */
const useUserOptions = ({ value, except }: UserSelectProps) => {
  const [typed, setTyped] = useState('')
  const text = value && typed === fullName(value) ? '' : typed.trim()
  const [search] = useDebouncedValue(text, typingPause)
  const query = useUsers({ status: 'ACTIVE', size: String(offered), sort: 'name:asc', ...(search ? { search } : {}) })
  const users = query.data?.items.filter(({ id }) => id !== except) ?? []
  return { query, users, isSearch: search !== '', setTyped }
}

/** Selects one of the active users of the account. */
export const UserSelect = (props: UserSelectProps) => {
  const { t } = useTranslation('client')
  const { query, users, isSearch, setTyped } = useUserOptions(props)
  if (query.isError && !query.data)
    return <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <Select
      className={styles.user}
      label={t('ownership.newOwner')}
      placeholder={t('ownership.choose')}
      data={users.map((user) => ({ value: user.id, label: fullName(user) }))}
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
          <span className={styles.email}>{users.find(({ id }) => id === option.value)?.email}</span>
        </span>
      )}
      onSearchChange={setTyped}
      onChange={(id) => props.onChange(users.find((user) => user.id === id) ?? null)}
    />
  )
}
