import { useTranslation } from 'react-i18next'
import { locale } from '#web/lib/format/locale.ts'

const named = 3
const list = new Intl.ListFormat(locale, { type: 'conjunction' })

/** A sentence about addresses that names the first few of them. */
export const useAddressText = () => {
  const { t } = useTranslation('users')
  return (problem: 'wrong' | 'known', addresses: readonly string[]): string => {
    const more = addresses.length - named
    const words =
      more > 0 ? t('invite.more', { list: addresses.slice(0, named).join(', '), count: more }) : list.format(addresses)
    return t(`invite.${problem}`, { list: words, count: addresses.length })
  }
}
