import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { prettyOf } from '../figures.ts'
import styles from './lineage.module.css'

export const RawRecord = ({ payload }: { payload: string | null }) => {
  const { t } = useTranslation('source')
  const [isShown, setIsShown] = useState(false)
  if (payload === null) return <p className="small dim">{t('lineage.noPayload')}</p>
  const pretty = prettyOf(payload)
  return (
    <>
      <div className="row">
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t(isShown ? 'lineage.hide' : 'lineage.show')}
        </Button>
        <CopyButton text={pretty} words={{ copy: t('lineage.copy'), copied: t('lineage.copied'), refused: t('copy.refused') }} />
      </div>
      {isShown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <pre className={styles.raw} tabIndex={0}>
          {pretty}
        </pre>
      )}
    </>
  )
}
