import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './AuthLayout.module.css'
import { useAuth } from '../machine/auth-context.ts'

/** A form with an email field passes its value to the sign-in form. */
export const BackToSignIn = ({ email }: { email?: string }) => {
  const { t } = useTranslation()
  const { dispatch } = useAuth()
  return (
    <button
      type="button"
      className={`link-button ${styles.back}`}
      onClick={() => dispatch({ type: 'moved', to: 'SIGN_IN', ...(email === undefined ? {} : { email }) })}
    >
      <IconArrowLeft size={15} aria-hidden />
      {t('backToSignIn')}
    </button>
  )
}
