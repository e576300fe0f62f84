import { useTranslation } from 'react-i18next'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'

/** Where rows are fixed. */
export const SheetLink = ({ sheet: { sheet_url: url } }: { sheet: GhostSheet }) => {
  const { t } = useTranslation('ghosts')
  if (url === null) return null
  return (
    <a className="caption medium" href={url} target="_blank" rel="noreferrer">
      {t('page.openSheet')} <span className="visually-hidden">{t('page.newTab')}</span>
    </a>
  )
}
