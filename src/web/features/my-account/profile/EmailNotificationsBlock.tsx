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
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const Topic = ({ topic, isOn, onChange }: TopicProps) => {
  const { t } = useTranslation('account')
  const Icon = icons[topic]
  return (
    <Item
      icon={<Icon size={20} stroke={1.75} />}
      name={t(`letters.topics.${topic}.name`)}
      detail={t(`letters.topics.${topic}.text`)}
      action={<Toggle aria-label={t(`letters.topics.${topic}.label`)} isOn={isOn} onChange={onChange} />}
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
          <Topic key={topic} topic={topic} isOn={shown[topic]} onChange={(isOn) => change.mutate({ ...shown, [topic]: isOn })} />
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

/** Which notifications we also send by email. Each choice is saved immediately. */
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
