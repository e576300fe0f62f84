import '#web/ui/fields/select-styles.ts'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyOptions } from './currencies.ts'

interface CurrencySelectProps {
  value: string
  error: string | undefined
  onChange: (currency: string) => void
}

export const CurrencySelect = ({ value, error, onChange }: CurrencySelectProps) => {
  const { t } = useTranslation('client')
  const data = useMemo(() => {
    const { common, others } = currencyOptions(value)
    return [
      { group: t('profile.currencies.common'), items: common },
      { group: t('profile.currencies.others'), items: others },
    ]
  }, [value, t])
  return (
    <Select
      label={t('profile.currency')}
      description={t('profile.currencyHint')}
      data={data}
      value={value}
      error={error}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      maxDropdownHeight={264}
      checkIconPosition="right"
      nothingFoundMessage={t('profile.currencies.nothing')}
      onChange={(currency) => onChange(currency ?? '')}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
