import './select-styles.ts'
import { Select } from '@mantine/core'
import { useMemo, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { todaysZone } from '#contract/kit/time-zones.ts'
import { timeZonesWith, zoneLabel, zoneOffset } from '#web/lib/time/time-zones.ts'
import styles from './TimeZoneSelect.module.css'

interface TimeZoneSelectProps {
  label: string
  description?: string
  value: string
  /** The first option, for a user without their own time zone; its value is the empty string. */
  fallback?: string
  error?: string | undefined
  onChange: (zone: string) => void
}

/** Escape closes the list and not the dialog behind it. */
const keepEscape = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Escape' && event.currentTarget.ariaExpanded === 'true') event.stopPropagation()
}

const Offset = ({ zone }: { zone: string }) => <span className={styles.offset}>{zoneOffset(zone)}</span>

export const TimeZoneSelect = ({ value, fallback, onChange, ...field }: TimeZoneSelectProps) => {
  const { t } = useTranslation('app')
  const data = useMemo(() => {
    const zones = timeZonesWith(value || null).map((zone) => ({ value: zone, label: zoneLabel(zone) }))
    return fallback ? [{ value: '', label: fallback }, ...zones] : zones
  }, [value, fallback])
  return (
    <Select
      {...field}
      data={data}
      value={value && todaysZone(value)}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      maxDropdownHeight={264}
      // Otherwise hundreds of hidden options would render again with every key typed in the form.
      comboboxProps={{ keepMounted: false }}
      checkIconPosition="right"
      nothingFoundMessage={t('timeZones.nothing')}
      renderOption={({ option }) => (
        <>
          <span className="grow truncate">{option.label}</span>
          {option.value && <Offset zone={option.value} />}
        </>
      )}
      onChange={(zone) => onChange(zone ?? '')}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={keepEscape}
    />
  )
}
