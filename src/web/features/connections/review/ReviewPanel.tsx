import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useApproveCriteria, useWithdrawCriteria } from '#web/data/connections/agreements.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { DeclineDialog } from '../DeclineDialog.tsx'
import { AskDialog } from './AskDialog.tsx'
import { Changes } from './Changes.tsx'
import { OfferFigures, type Compared, OfferSentence, OfferTerms } from './Offer.tsx'
import styles from './review.module.css'

interface DecisionProps {
  connection: Connection
  pending: CriteriaVersion
}

interface ReviewProps extends DecisionProps {
  /** The version that its changes are from. */
  before: CriteriaVersion | undefined
}

const Accept = ({ connection: { id, state, version }, pending }: DecisionProps) => {
  const { t } = useTranslation('criteria')
  const approve = useApproveCriteria()
  const { act, isBusy } = useAct()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const done = state === 'ACTIVE' ? t('review.acceptedMore', { n: pending.version }) : t('review.accepted')
  const accept = () => {
    setIsChecked(true)
    if (!isConfirmed) return
    void act(() => approve.mutateAsync({ id, version, textHash: pending.textHash, confirmPurpose: true }), done)
  }
  return (
    <>
      <Checkbox
        className={styles.purpose ?? ''}
        label={t('review.purpose')}
        checked={isConfirmed}
        error={isChecked && !isConfirmed && t('review.purposeMissing')}
        onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
      />
      <BusyButton busy={isBusy} onClick={accept}>
        {t('review.accept', { n: pending.version })}
      </BusyButton>
    </>
  )
}

/** The agency decides. */
const Decision = (props: DecisionProps) => {
  const { t } = useTranslation('criteria')
  const [asked, setAsked] = useState<'changes' | 'decline' | null>(null)
  const { connection } = props
  const { allowedActions } = connection
  const close = () => setAsked(null)
  if (!allowedActions.includes('approve')) return null
  return (
    <div className={styles.foot}>
      <Accept {...props} />
      <Button variant="default" onClick={() => setAsked('changes')}>
        {t('review.ask')}
      </Button>
      <Button variant="default" onClick={() => setAsked('decline')}>
        {t('review.decline')}
      </Button>
      {asked === 'changes' && <AskDialog connection={connection} onClose={close} />}
      {asked === 'decline' && <DeclineDialog connection={connection} onClose={close} />}
    </div>
  )
}

/** The company can take it back until the agency has decided. */
const Withdrawal = ({ connection: { id, name, version, allowedActions }, pending }: DecisionProps) => {
  const { t } = useTranslation('criteria')
  const [isAsked, setIsAsked] = useState(false)
  const withdraw = useWithdrawCriteria()
  if (!allowedActions.includes('withdraw')) return null
  return (
    <div className={styles.foot}>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {t('review.withdraw')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('withdraw.title', { n: pending.version })}
          text={t('withdraw.text', { name })}
          action={t('withdraw.action')}
          back={t('withdraw.back')}
          isDangerous={false}
          done={t('review.withdrawn')}
          onConfirm={() => withdraw.mutateAsync({ id, version })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}

const nothingTold = { contacts: null, opportunities: null }

/** The version in force with what is shared now. How much it was when it was sent tells less. */
const useCompared = ({ connection, before }: ReviewProps): Compared | undefined => {
  const { data: shared } = useShared(connection)
  if (before === undefined) return undefined
  const { version, typeOfData } = before
  const isNow = version === connection.versionInForce
  // Of totals, the agency reads the version in steps of five, and those of today more exactly.
  const isNotTold = isNow && connection.side === 'AGENCY' && typeOfData === 'COUNTS'
  const { contacts, opportunities } = isNotTold ? nothingTold : isNow ? (shared ?? {}) : before
  return { version, isNow, contacts, opportunities, fields: before.fields.length }
}

/** What differs, and from what. */
const Comparison = ({ connection, pending, before }: ReviewProps) => {
  const { t } = useTranslation('criteria')
  const { changes, comparedWith: n } = pending
  if (n === null) return null
  const isNow = n === connection.versionInForce
  return (
    <div className={styles.block}>
      <h3>{t(isNow ? 'review.comparedWithNow' : 'review.changes', { n })}</h3>
      {!isNow && before?.inForceFrom === null && <p className="caption dim">{t('review.nothingShared')}</p>}
      {changes.length > 0 ? <Changes changes={changes} /> : <p className={styles.first}>{t('versions.same')}</p>}
    </div>
  )
}

/** A version that waits for the agency: what changes, how much it would see, the whole text folded, and the decision. */
export const ReviewPanel = (props: ReviewProps) => {
  const { t } = useTranslation('criteria')
  const { connection, pending, before } = props
  const { side, name, allowedActions } = connection
  const compared = useCompared(props)
  const reader = side === 'AGENCY' && !allowedActions.includes('approve') ? 'readOnly' : side
  return (
    <Panel
      title={t(`review.${reader}`, { n: pending.version, name })}
      flush
      aside={
        pending.submittedAt !== null && (
          <span className="caption dim">
            {t('review.sent')} <RelativeTime instant={pending.submittedAt} />
          </span>
        )
      }
    >
      <Comparison {...props} />
      <OfferFigures version={pending} before={compared} />
      <OfferSentence version={pending} />
      <details className={styles.whole} open={before === undefined}>
        <summary>{t('review.fieldsAndPermissions')}</summary>
        <OfferTerms version={pending} />
      </details>
      {side === 'AGENCY' ? <Decision {...props} /> : <Withdrawal {...props} />}
    </Panel>
  )
}
