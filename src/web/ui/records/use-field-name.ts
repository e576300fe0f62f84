import { useTranslation } from 'react-i18next'
import { addTranslations } from '#web/lib/i18n.ts'
import { recordMessages } from '#web/messages/en-records.ts'

addTranslations('records', recordMessages)

const known = Object.keys(recordMessages.names) as (keyof typeof recordMessages.names)[]

const ownFields = /^fields\./

/** Custom fields of the vendor keep the vendor's name. */
export const useFieldName = () => {
  const { t } = useTranslation('records')
  return (field: string) => {
    const own = known.find((name) => name === field)
    return own ? t(`names.${own}`) : field.replace(ownFields, '')
  }
}
