import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { todaysZone } from '#contract/kit/time-zones.ts'
import { currenciesWith, currencyName } from '#web/lib/format/currencies.ts'
import { timeZonesWith, zoneLabel } from '#web/lib/time/time-zones.ts'

interface RegionFieldProps {
  value: string
  onChange: (value: string) => void
}

// Native selects: they open above a dialog, and typing finds an entry.
export const TimeZoneField = ({ value, onChange }: RegionFieldProps) => {
  const { t } = useTranslation('admin')
  return (
    <NativeSelect
      name="timeZone"
      label={t('clients.create.timeZone')}
      value={todaysZone(value)}
      data={timeZonesWith(value).map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export const CurrencyField = ({ value, onChange }: RegionFieldProps) => {
  const { t } = useTranslation('admin')
  return (
    <NativeSelect
      name="currency"
      label={t('clients.create.currency')}
      value={value}
      data={currenciesWith(value).map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
