import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { reasonMax } from '#contract/kit/text-rules.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { sensitiveFields, sharesEverything, type Draft } from './draft.ts'
import type { Effect } from './effect.ts'
import styles from './criteria.module.css'
import type { useSending } from './use-sending.ts'

interface SendPanelProps {
  connection: Connection
  /** The saved draft. */
  saved: CriteriaVersion | undefined
  draft: Draft
  sending: ReturnType<typeof useSending>
  effect: Effect | undefined
  /** The version in force. */
  inForce: number | undefined
  /** What the agency loses. */
  removed: { contacts: number; opportunities: number } | undefined
}

/** What is confirmed once more: sharing everyone, and sharing what looks sensitive. */
const Extra = ({ connection: { name }, draft, sending: { confirmations, confirm, problems } }: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const sensitive = sensitiveFields(draft).map(fieldLabel)
  return (
    <>
      {sharesEverything(draft) && (
        <TextInput
          label={t('send.everything', { name })}
          autoComplete="off"
          value={confirmations.everything}
          error={problems.everything}
          onChange={(event) => confirm({ everything: event.currentTarget.value })}
        />
      )}
      {sensitive.length > 0 && (
        <TextInput
          label={t('send.sensitive', { fields: sensitive.join(', ') })}
          description={t('send.sensitiveHint')}
          maxLength={reasonMax}
          value={confirmations.sensitiveReason}
          error={problems.sensitiveReason}
          onChange={(event) => confirm({ sensitiveReason: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Said before it is sent: whether it is in force at once, or waits for the agency. */
const EffectNote = ({ connection: { name }, effect, inForce, removed }: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  if (effect === undefined || effect === 'first' || inForce === undefined) return null
  const count = removed?.contacts ?? 0
  return (
    <div className={styles.effect}>
      <Note kind={effect === 'narrow' ? 'good' : effect === 'wide' ? 'wait' : 'info'}>
        {t(`effect.${effect}`, { name, n: inForce })}
        {effect === 'narrow' && count > 0 && ` ${t('effect.erased', { count, n: formatNumber(count) })}`}
      </Note>
    </div>
  )
}

/** What follows from the buttons beside it. */
const Hint = ({ connection: { name, state }, saved, effect }: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const isAttached = state === 'INVITED' && saved !== undefined && saved.acknowledgedAt !== null
  return (
    <span className="caption dim grow">{isAttached ? t('send.detaches') : effect === 'first' && t('send.must', { name })}</span>
  )
}

const useSendLabel = ({ connection: { state }, effect }: SendPanelProps): string => {
  const { t } = useTranslation('criteria')
  if (state === 'INVITED') return t('send.attach')
  return t(effect === 'narrow' ? 'send.narrow' : 'send.submit')
}

/** Two acknowledgements above the buttons. */
export const SendPanel = (props: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const { connection, sending, effect } = props
  const { confirmations, confirm, problems, isBusy } = sending
  const label = useSendLabel(props)
  return (
    <>
      <div className={styles.confirmations}>
        <Extra {...props} />
        <Checkbox
          label={t('send.ackPersonalData', { name: connection.name })}
          checked={confirmations.ackPersonalData}
          error={problems.ackPersonalData}
          onChange={(event) => confirm({ ackPersonalData: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('send.ackPolicy')}
          checked={confirmations.ackPolicy}
          error={problems.ackPolicy}
          onChange={(event) => confirm({ ackPolicy: event.currentTarget.checked })}
        />
      </div>
      <EffectNote {...props} />
      <div className={styles.foot}>
        <Hint {...props} />
        <BusyButton variant="default" busy={false} disabled={isBusy} onClick={sending.save}>
          {t('send.save')}
        </BusyButton>
        <BusyButton busy={isBusy} disabled={effect === 'same'} onClick={sending.send}>
          {label}
        </BusyButton>
      </div>
    </>
  )
}
