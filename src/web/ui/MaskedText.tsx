import { useTranslation } from 'react-i18next'

/** What is hidden until somebody gives a reason: read out as one word instead of a row of dots. */
export const MaskedText = ({ children }: { children: string }) => {
  const { t } = useTranslation('app')
  return (
    <span className="dim">
      <span aria-hidden>{children}</span>
      <span className="visually-hidden">{t('masked')}</span>
    </span>
  )
}
