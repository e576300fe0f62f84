import { useTranslation } from 'react-i18next'
import { useClient } from '#web/data/admin/clients.ts'
import type { Verification } from '#web/data/audit.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { Note } from '#web/ui/Note.tsx'
import styles from './audit.module.css'

interface VerifiedNoteProps {
  clientId: string
  result: Verification
  /** Staff chose this account; otherwise it is the user's own. */
  isChosen: boolean
}

/** The result of verifying the chain of hashes. */
export const VerifiedNote = ({ clientId, result, isChosen }: VerifiedNoteProps) => {
  const { t } = useTranslation('audit')
  const { user } = useSession()
  const client = useClient(user.isStaff ? clientId : undefined)
  const { checked, firstBroken } = result
  const clientName = client.data && <span className="medium">{client.data.name}: </span>
  if (!firstBroken) {
    return (
      <div className={styles.verified}>
        <Note kind="good">
          {clientName}
          {t('verify.intact', { count: checked, n: formatNumber(checked) })} {user.isStaff && !isChosen && t('verify.others')}
        </Note>
      </div>
    )
  }
  return (
    <div className={styles.verified}>
      <Note kind="bad">
        {clientName}
        <span className="medium">{t('verify.broken', { seq: formatNumber(firstBroken.seq) })}</span>{' '}
        {t(`verify.problems.${firstBroken.problem}`)} {t('verify.checked', { checked: formatNumber(checked) })}
      </Note>
    </div>
  )
}
