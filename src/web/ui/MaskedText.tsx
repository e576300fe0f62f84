import { useTranslation } from 'react-i18next'

/** A text that is hidden until staff give a reason: screen readers read one word instead of a row of dots. */
export const MaskedText = ({ children }: { children: string }) => {
  const { t } = useTranslation('app')
  return (
    <span className="dim">
      <span aria-hidden>{children}</span>
      <span className="visually-hidden">{t('masked')}</span>
    </span>
  )
}
