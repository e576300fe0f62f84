import { NativeSelect } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface CompaniesFieldProps {
  name: string
  value: string
  /** How many companies were chosen before; the user can choose again once there are companies. */
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
