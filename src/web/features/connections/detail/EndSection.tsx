import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './ConnectionPage.module.css'
import { EndDialog } from './EndDialogs.tsx'
import { EndEffects } from './EndEffects.tsx'
import { isSharing } from './is-sharing.ts'

/** The way to end a connection, with what follows. An open invitation is canceled in the head of the page. */
export const EndSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('connections')
  const [isAsked, setIsAsked] = useState(false)
  const { side, state, allowedActions } = connection
  if (state === 'INVITED' || !allowedActions.includes('cancel')) return null
  return (
    <Panel title={t('end.action')} flush>
      <div className={styles.end}>
        {isSharing(connection) ? (
          <>
            <p>{t('end.lead')}</p>
            <EndEffects connection={connection} />
          </>
        ) : (
          <p>{t('end.textNothing')}</p>
        )}
      </div>
      <div className={styles.endFoot}>
        <span className="caption dim grow">{isSharing(connection) && t(`end.asks.${side}`)}</span>
        <Button variant="default" c="red" onClick={() => setIsAsked(true)}>
          {t('end.action')}
        </Button>
      </div>
      {isAsked && <EndDialog connection={connection} onClose={() => setIsAsked(false)} />}
    </Panel>
  )
}
