import { IconBuilding, IconPlugConnected, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mailTopics, type EmailPreferences, type EmailTopic } from '#contract/notifications.ts'
import { useEmailPreferences, useSetEmailPreferences } from '#web/data/account/profile.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Toggle } from '#web/ui/fields/Toggle.tsx'
import { Block } from '../Block.tsx'
import styles from '../Block.module.css'
import { Item, Items, ItemSkeletons } from '../Item.tsx'

const icons = { people: IconUsers, account: IconBuilding, sources: IconPlugConnected }

interface TopicProps {
  topic: EmailTopic
  wanted: boolean
  onChange: (wanted: boolean) => void
}

const Topic = ({ topic, wanted, onChange }: TopicProps) => {
  const { t } = useTranslation('account')
  const Icon = icons[topic]
  return (
    <Item
      icon={<Icon size={20} stroke={1.75} />}
      name={t(`letters.topics.${topic}.name`)}
      detail={t(`letters.topics.${topic}.text`)}
      action={<Toggle aria-label={t(`letters.topics.${topic}.label`)} isOn={wanted} onChange={onChange} />}
    />
  )
}

const Topics = ({ saved }: { saved: EmailPreferences }) => {
  const { t } = useTranslation('account')
  const textOf = useErrorText()
  const change = useSetEmailPreferences()
  const shown = change.isPending ? change.variables : saved
  return (
    <>
      <Items label={t('letters.title')}>
        {mailTopics.map((topic) => (
          <Topic
            key={topic}
            topic={topic}
            wanted={shown[topic]}
            onChange={(wanted) => change.mutate({ ...shown, [topic]: wanted })}
          />
        ))}
      </Items>
      {change.isError && (
        <div className={styles.after}>
          <Note kind="bad">{textOf(change.error)}</Note>
        </div>
      )}
    </>
  )
}

/** Which news also come by letter. Each choice is saved at once. */
export const EmailNotificationsBlock = () => {
  const { t } = useTranslation('account')
  const query = useEmailPreferences()
  return (
    <Block title={t('letters.title')} text={t('letters.text')}>
      <Loaded query={query} skeleton={<ItemSkeletons rows={mailTopics.length} />}>
        {(saved) => <Topics saved={saved} />}
      </Loaded>
    </Block>
  )
}
