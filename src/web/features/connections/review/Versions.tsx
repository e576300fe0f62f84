import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import { Segmented, splitSentence } from '../criteria/Sentence.tsx'
import { Changes } from './Changes.tsx'
import { CompareVersions } from './CompareVersions.tsx'
import styles from './review.module.css'

const kinds: Record<CriteriaVersion['state'], StatusKind> = {
  draft: 'off',
  submitted: 'wait',
  returned: 'wait',
  withdrawn: 'off',
  rejected: 'off',
  in_force: 'good',
  replaced: 'off',
}

const useWhen = () => {
  const { t } = useTranslation('criteria')
  return ({ state, savedAt, acknowledgedAt, submittedAt, decidedAt, inForceFrom, inForceTo }: CriteriaVersion): string => {
    const day = (instant: string | null) => dayOf(instant ?? savedAt)
    switch (state) {
      case 'draft':
        return t(acknowledgedAt === null ? 'versions.draft' : 'versions.attached', { day: day(acknowledgedAt) })
      case 'submitted':
        return t('versions.submitted', { day: day(submittedAt) })
      case 'in_force':
        return t('versions.in_force', { day: day(inForceFrom) })
      case 'replaced':
        return day(inForceFrom) === day(inForceTo)
          ? t('versions.replacedSameDay', { day: day(inForceTo) })
          : t('versions.replaced', { from: day(inForceFrom), day: day(inForceTo) })
      default:
        return t('versions.decided', { day: day(decidedAt) })
    }
  }
}

/** What an agency's version names is who accepted it; a company's, who wrote it. */
const useBy = () => {
  const { t } = useTranslation('criteria')
  return ({ by: name, state }: CriteriaVersion, { side }: Connection, what: string): string => {
    if (name === null) return what
    const isAccepted = side === 'AGENCY' && (state === 'in_force' || state === 'replaced')
    return t(isAccepted ? 'versions.acceptedBy' : 'versions.by', { what, name })
  }
}

interface VersionItemProps {
  connection: Connection
  version: CriteriaVersion
  /** The first version of all is shown in words. */
  isFirst: boolean
}

const VersionItem = ({ connection, version, isFirst }: VersionItemProps) => {
  const { t } = useTranslation('criteria')
  const when = useBy()(version, connection, useWhen()(version))
  // The panel of the review shows its changes.
  const isReviewed = version.state === 'submitted'
  const { version: n, state, contacts, changes, fields, sentence } = version
  const isLast = connection.state === 'CANCELED' && n === connection.versionInForce
  return (
    <li className={styles.version}>
      <div className={styles.versionHead}>
        <h3>{t('versions.version', { n })}</h3>
        <StatusBadge kind={kinds[state]}>{t(`versions.states.${isLast ? 'ended' : state}`)}</StatusBadge>
        <span className="grow" />
        <span className="caption dim numeric">
          {contacts === null
            ? t('preview.few', { n: smallestTotal })
            : t('versions.people', { count: contacts, n: formatNumber(contacts) })}
        </span>
      </div>
      {isFirst && (
        <p className={styles.first}>
          <Segmented segments={splitSentence(sentence).main} />
        </p>
      )}
      {changes.length > 0 && !isReviewed && <Changes changes={changes} />}
      {!isFirst && changes.length === 0 && <p className={styles.first}>{t('versions.noChanges')}</p>}
      <p className="caption dim">
        {when}
        {' · '}
        {fields.length === 0 ? t('versions.totals') : t('versions.fields', { count: fields.length })}
      </p>
    </li>
  )
}

/** Neighbors are compared in the list. */
const comparedFrom = 3

/** Every version of what is shared, newest first. */
export const Versions = ({ connection, versions }: { connection: Connection; versions: readonly CriteriaVersion[] }) => {
  const { t } = useTranslation('criteria')
  const [isCompared, setIsCompared] = useState(false)
  const canCompare = versions.length >= comparedFrom
  const toggle = (
    <Button variant="default" size="xs" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
      {t('versions.compare')}
    </Button>
  )
  return (
    <Panel title={t('versions.title')} aside={canCompare && toggle} flush>
      {canCompare && isCompared && <CompareVersions id={connection.id} versions={versions} />}
      <ul className={styles.versions}>
        {versions.map((version, index) => (
          <VersionItem key={version.version} connection={connection} version={version} isFirst={index === versions.length - 1} />
        ))}
      </ul>
    </Panel>
  )
}
