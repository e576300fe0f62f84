import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { needsAccount } from '#contract/integrations/sources.ts'
import { useCounts } from '../words.ts'
import { AttributeId } from './AttributeId.tsx'
import { Fact } from './Fact.tsx'
import styles from './SourceCard.module.css'

/** An ad account has spend, not contacts: there is nothing to count here. */
const Synced = ({ source: { abilities, contacts, opportunities, needs } }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const counts = useCounts()({ contacts, opportunities })
  if (!abilities.includes('contacts') || needs) return null
  return (
    <Fact name={t('card.holds')}>
      <span className={styles.synced}>{counts || t('counts.nothing')}</span>
    </Fact>
  )
}

/** Whose access it is: the manager account's, or that of the user who signed in. The account itself is in the card's heading. */
const Access = ({ source: { account, manager_account: manager, abilities, needs } }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const who = needsAccount({ needs }) ? account : manager
  if (!who) return null
  const [name, domain] = who.split('@', 2)
  return (
    <Fact name={t(abilities.includes('spend') && !needs ? 'card.manager' : 'card.signedIn')}>
      <span>
        {domain ? (
          <>
            {name}
            <wbr />@{domain}
          </>
        ) : (
          who
        )}
      </span>
    </Fact>
  )
}

/** Facts that do not depend on whether a sync is running. */
export const CardFacts = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  return (
    <dl className={styles.facts}>
      <Access source={source} />
      {source.status !== 'disconnected' && (
        <Fact name={t('card.attribute')}>
          <AttributeId source={source} />
        </Fact>
      )}
      <Synced source={source} />
    </dl>
  )
}
