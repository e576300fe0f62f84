import { useDocumentTitle } from '@mantine/hooks'
import { IconMail, IconMailbox, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Letter } from '#contract/outbox.ts'
import { useLetters } from '#web/data/outbox.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Message } from '#web/ui/Message.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { LetterList } from './LetterList.tsx'
import { LetterView } from './LetterView.tsx'
import styles from './OutboxPage.module.css'

const Letters = ({ letters }: { letters: readonly Letter[] }) => {
  const { t } = useTranslation('app')
  const [chosen, setChosen] = useState<string | null>(null)
  const letter = letters.find(({ id }) => id === chosen)
  if (letters.length === 0) {
    return (
      <Message
        fullScreen
        icon={<IconMailbox size={22} stroke={1.75} />}
        title={t('outbox.empty.title')}
        text={t('outbox.empty.text')}
      />
    )
  }
  return (
    <div className={styles.panes} data-reading={letter ? true : undefined}>
      <LetterList letters={letters} chosen={chosen} onChoose={setChosen} />
      {letter ? (
        <LetterView key={letter.id} letter={letter} onBack={() => setChosen(null)} />
      ) : (
        <div className={styles.nothing}>
          <Message icon={<IconMail size={22} stroke={1.75} />} title={t('outbox.choose.title')} text={t('outbox.choose.text')} />
        </div>
      )}
    </div>
  )
}

export const OutboxPage = () => {
  const { t } = useTranslation(['app', 'gate'])
  useDocumentTitle(`${t('outbox.title')} · ${t('gate:product')}`)
  const query = useLetters()
  const delivered = query.error instanceof ApiError && query.error.status === 404
  return (
    <div className={styles.page}>
      <h1>{t('outbox.title')}</h1>
      {delivered ? (
        <Message
          fullScreen
          icon={<IconSend size={22} stroke={1.75} />}
          title={t('outbox.delivered.title')}
          text={t('outbox.delivered.text')}
        />
      ) : (
        <>
          <p className={styles.intro}>{t('outbox.text')}</p>
          <Loaded query={query} skeleton={<SkeletonRows rows={6} height={72} />}>
            {({ items }) => <Letters letters={items} />}
          </Loaded>
        </>
      )}
    </div>
  )
}
