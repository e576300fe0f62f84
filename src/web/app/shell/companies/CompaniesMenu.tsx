import { Button, Menu } from '@mantine/core'
import { IconBuilding, IconChevronDown } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSharingCompanies, type SharingCompany } from '#web/data/connections/sharing.ts'
import { companiesFrom, companyIds } from '#web/lib/address/companies.ts'
import pageButton from '#web/ui/page/page-button.module.css'
import styles from './CompaniesMenu.module.css'

/** A short list is seen at a glance. */
const searchedFrom = 8

/** The choice, as part of the address of the page. A new choice begins at the first page of a list. */
const useChosen = () => {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const choose = (ids: readonly string[]) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) =>
        ({ ...before, companies: companiesFrom(ids.join(',')), page: undefined }) as never,
      replace: true,
      resetScroll: false,
    })
  return [companyIds(companiesFrom(search['companies'])), choose] as const
}

const useLabel = (companies: readonly SharingCompany[], chosen: readonly string[]): string => {
  const { t } = useTranslation('app')
  const [only] = chosen
  if (only === undefined) return t('companies.all')
  const known = companies.find(({ id }) => id === only)
  return chosen.length === 1 && known ? known.name : t('companies.chosen', { count: chosen.length })
}

interface OptionsProps {
  companies: readonly SharingCompany[]
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

const Options = ({ companies, chosen, onChoose }: OptionsProps) => {
  const { t } = useTranslation('app')
  const [text, setText] = useState('')
  const found = companies.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      {companies.length >= searchedFrom && (
        <Menu.Search
          aria-label={t('companies.search')}
          placeholder={t('companies.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={styles.options}>
        <Menu.CheckboxGroup value={[...chosen]} onChange={onChoose}>
          {found.map(({ id, name, isTotalsOnly }) => (
            <Menu.CheckboxItem key={id} value={id} closeMenuOnClick={false}>
              <span className={styles.option}>
                <span className="grow truncate">{name}</span>
                {isTotalsOnly && <span className="caption dim">{t('companies.totals')}</span>}
              </span>
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </div>
      {found.length === 0 && (
        <p className={styles.nothing}>{t(companies.length === 0 ? 'companies.none' : 'companies.nothing')}</p>
      )}
      {chosen.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => onChoose([])}>{t('companies.reset')}</Menu.Item>
        </>
      )}
    </>
  )
}

/** Which of its companies an agency looks at. Without a choice: all of them. */
export const CompaniesMenu = () => {
  const { t } = useTranslation('app')
  const { data: companies = [] } = useSharingCompanies()
  const [chosen, choose] = useChosen()
  const label = useLabel(companies, chosen)
  return (
    <Menu position="bottom-end" width={288} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          className={`${pageButton.button} ${styles.button}`}
          aria-label={`${t('companies.label')}: ${label}`}
          data-chosen={chosen.length > 0 || undefined}
          leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown className="from-tablet" size={14} stroke={1.75} aria-hidden />}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Options companies={companies} chosen={chosen} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  )
}
