import { useTranslation } from 'react-i18next'
import type { ConnectionComment } from '#contract/connections/agreements.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './review.module.css'

/** What the two accounts said about the versions. */
export const Comments = ({ comments }: { comments: readonly ConnectionComment[] }) => {
  const { t } = useTranslation('criteria')
  return (
    <Panel title={t('comments.title')} flush>
      <ul className={styles.versions}>
        {comments.map(({ id, by, kind, text, createdAt }) => (
          <li key={id} className={styles.version}>
            <div className={styles.versionHead}>
              <h3>{by}</h3>
              <span className="caption dim grow">{t(`comments.kinds.${kind}`)}</span>
              <span className="caption dim">
                <RelativeTime instant={createdAt} />
              </span>
            </div>
            <p className={styles.comment}>{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
