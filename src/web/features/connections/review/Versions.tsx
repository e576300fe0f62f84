import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import { Segmented, splitSentence } from '../criteria/Sentence.tsx'
import { Changes } from './Changes.tsx'
import { CompareVersions } from './CompareVersions.tsx'
import styles from './review.module.css'

const kinds = {
  draft: 'off',
  submitted: 'wait',
  returned: 'wait',
  withdrawn: 'off',
  rejected: 'off',
  in_force: 'good',
  replaced: 'off',
  attached: 'wait',
  ended: 'off',
} as const satisfies Record<CriteriaVersion['state'] | 'attached' | 'ended', StatusKind>

const badgeOf = ({ version: n, state, acknowledgedAt }: CriteriaVersion, connection: Connection): keyof typeof kinds => {
  if (connection.state === 'CANCELED' && n === connection.versionInForce) return 'ended'
  return connection.state === 'INVITED' && state === 'draft' && acknowledgedAt !== null ? 'attached' : state
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

const useContacts = () => {
  const { t } = useTranslation('criteria')
  return (count: number | null, isEstimate = false): string => {
    if (count === null) return t('versions.few', { n: smallestTotal })
    return t(isEstimate ? 'versions.aboutPeople' : 'versions.people', { count, n: formatNumber(count) })
  }
}

/** Of what is in force. */
const useCountNow = ({ state }: CriteriaVersion, connection: Connection): string => {
  const { t } = useTranslation('criteria')
  const contactsOf = useContacts()
  const { data: shared } = useShared(connection)
  if (state !== 'in_force' || connection.state !== 'ACTIVE' || !shared || shared.isPreparing) return ''
  return t('versions.counts.now', { people: contactsOf(shared.contacts) })
}

/** How much it was when it was sent, or saved. */
const useCountThen = ({ state, acknowledgedAt, contacts, isEstimate }: CriteriaVersion, isRounded: boolean): string => {
  const { t } = useTranslation('criteria')
  const isSent = state !== 'draft' || acknowledgedAt !== null
  return t(isSent ? 'versions.counts.sent' : 'versions.counts.saved', {
    people: useContacts()(contacts, isEstimate || (isRounded && contacts !== 0)),
  })
}

/** The panel of the review shows those of a version that waits. */
const ListedChanges = ({ version: { version: n, state, changes, comparedWith } }: { version: CriteriaVersion }) => {
  const { t } = useTranslation('criteria')
  if (state === 'submitted') return null
  if (changes.length === 0) return <p className={styles.first}>{t('versions.noChanges')}</p>
  return (
    <>
      {comparedWith !== null && comparedWith !== n - 1 && (
        <p className="caption dim">{t('review.changes', { n: comparedWith })}</p>
      )}
      <Changes changes={changes} />
    </>
  )
}

interface VersionItemProps {
  connection: Connection
  version: CriteriaVersion
  /** The first version of all is shown in words. */
  isFirst: boolean
  /** Its count is in steps, so that it tells of no single contact. */
  isRounded: boolean
}

const VersionItem = ({ connection, version, isFirst, isRounded }: VersionItemProps) => {
  const { t } = useTranslation('criteria')
  const when = useBy()(version, connection, useWhen()(version))
  const [now, then] = [useCountNow(version, connection), useCountThen(version, isRounded)]
  const { version: n, fields, sentence, sensitiveReason } = version
  const badge = badgeOf(version, connection)
  return (
    <li className={styles.version}>
      <div className={styles.versionHead}>
        <h3>{t('versions.version', { n })}</h3>
        <StatusBadge kind={kinds[badge]}>{t(`versions.states.${badge}`)}</StatusBadge>
        <span className="grow" />
        <span className="caption dim numeric">{now}</span>
      </div>
      {isFirst && (
        <p className={styles.first}>
          <Segmented segments={splitSentence(sentence).main} />
        </p>
      )}
      {!isFirst && <ListedChanges version={version} />}
      <p className="caption dim numeric">
        {[when, fields.length === 0 ? t('versions.totals') : t('versions.fields', { count: fields.length }), then].join(' · ')}
      </p>
      {sensitiveReason !== null && (
        <p className={styles.first}>
          <span className="dim">{t('versions.sensitive')}</span> {sensitiveReason}
        </p>
      )}
    </li>
  )
}

/** Neighbors are compared in the list. */
const comparedFrom = 3

/** More are folded. */
const shownFirst = 3

interface VersionsProps {
  connection: Connection
  versions: readonly CriteriaVersion[]
}

/** As the server does it for an agency that gets or got totals only. */
const areRounded = ({ connection: { side }, versions }: VersionsProps): boolean =>
  side === 'AGENCY' && versions.some(({ typeOfData }) => typeOfData === 'COUNTS')

const VersionList = ({ connection, versions }: VersionsProps) => {
  const { t } = useTranslation('criteria')
  const [isAll, setIsAll] = useState(false)
  const isRounded = areRounded({ connection, versions })
  const shown = isAll ? versions : versions.slice(0, shownFirst)
  return (
    <>
      <ul className={styles.versions}>
        {shown.map((version) => (
          <VersionItem
            key={version.version}
            connection={connection}
            version={version}
            isFirst={version === versions.at(-1)}
            isRounded={isRounded}
          />
        ))}
      </ul>
      {shown.length < versions.length && (
        <div className={styles.all}>
          <Button variant="default" size="xs" onClick={() => setIsAll(true)}>
            {t('versions.all')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Every version of what is shared, newest first. */
export const Versions = ({ connection, versions }: VersionsProps) => {
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
      <VersionList connection={connection} versions={versions} />
    </Panel>
  )
}
