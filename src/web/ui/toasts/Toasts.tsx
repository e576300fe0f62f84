import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { useTranslation } from 'react-i18next'
import { ToastContainer } from 'react-toastify/unstyled'
import { limits } from '#contract/kit/limits.ts'

export const Toasts = () => {
  const { t } = useTranslation('app')
  return (
    <ToastContainer position="bottom-left" theme="dark" autoClose={limits.toastAutoClose} newestOnTop aria-label={t('toasts')} />
  )
}
