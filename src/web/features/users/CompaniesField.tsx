import { NativeSelect } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface CompaniesFieldProps {
  name: string
  value: string
  /** How many were chosen before; choosing anew is for when there are companies to choose from. */
  chosen?: number
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

export const CompaniesField = ({ chosen = 0, ...field }: CompaniesFieldProps) => {
  const { t } = useTranslation('users')
  const data = [
    { value: 'all', label: t('companies.all') },
    ...(chosen > 0 ? [{ value: 'kept', label: t('companies.kept', { count: chosen }) }] : []),
    { value: 'none', label: t('companies.none') },
  ]
  return <NativeSelect {...field} label={t('fields.companies')} data={data} />
}
