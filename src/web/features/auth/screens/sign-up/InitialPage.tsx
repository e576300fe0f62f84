import { UnstyledButton } from '@mantine/core'
import { IconArrowRight, IconBuildingStore, IconCheck, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { ProblemNotice } from '#web/features/auth/layout/ProblemNotice.tsx'
import { useScreenTitle } from '#web/features/auth/layout/use-screen-title.ts'
import styles from './InitialPage.module.css'

const choices = [
  { accountType: 'AGENCY', texts: 'agency', points: ['first', 'second'], Icon: IconUsersGroup },
  { accountType: 'COMPANY', texts: 'company', points: ['first', 'second', 'free'], Icon: IconBuildingStore },
] as const

export const InitialPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  useScreenTitle(t('initial.title'))
  return (
    <AuthLayout title={t('initial.title')} text={t('initial.text')} wide>
      <ProblemNotice />
      {state.notice && (
        <div className={styles.notice}>
          <Note kind="bad">{t(`notices.${state.notice}`)}</Note>
        </div>
      )}
      <div className={styles.choices}>
        {choices.map(({ accountType, texts, points, Icon }) => (
          <UnstyledButton
            key={texts}
            className={styles.choice}
            onClick={() => dispatch({ type: 'accountTypeChosen', accountType })}
          >
            <span className={styles.icon}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </span>
            <span className="grow">
              <span className={styles.title}>
                {t(`initial.${texts}.title`)}
                <IconArrowRight size={18} aria-hidden />
              </span>
              <span className={styles.text}>{t(`initial.${texts}.text`)}</span>
              <span className={styles.points}>
                {points.map((point) => (
                  <span key={point} className={styles.point}>
                    <IconCheck size={14} stroke={2.2} aria-hidden />
                    {t(`initial.${texts}.${point}` as 'initial.company.first')}
                  </span>
                ))}
              </span>
            </span>
          </UnstyledButton>
        ))}
      </div>
      <p className={layout.after}>
        {t('initial.haveAccount')}{' '}
        <button type="button" className="link-button" onClick={() => dispatch({ type: 'moved', to: 'SIGN_IN' })}>
          {t('initial.signIn')}
        </button>
      </p>
    </AuthLayout>
  )
}
