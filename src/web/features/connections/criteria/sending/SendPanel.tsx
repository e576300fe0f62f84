import { Checkbox, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { reasonMax } from '#contract/kit/text-rules.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { sharesEverything, type Draft } from '../draft.ts'
import type { Effect, Obstacle } from './effect.ts'
import { EffectNote } from './EffectNote.tsx'
import type { Erased } from './erased.ts'
import styles from '../criteria.module.css'
import type { useSending } from './use-sending.ts'

interface SendPanelProps {
  connection: Connection
  /** The saved draft. */
  saved: CriteriaVersion | undefined
  draft: Draft
  sending: ReturnType<typeof useSending>
  preview: Pick<CriteriaPreview, 'sensitive'> | undefined
  effect: Effect | undefined
  obstacle: Obstacle | undefined
  /** The version in force. */
  inForce: number | undefined
  erased: Erased | undefined
  /** How many contacts are shared by the draft as it is now. */
  contacts: number | undefined
}

const conditions = ['tag', 'list', 'pipeline', 'stage'] as const
const conditionOf = (field: string) => conditions.find((condition) => condition === field)

/** What looks sensitive: fields that are shared, and what conditions ask for. */
const useSensitive = (preview: SendPanelProps['preview']): string[] => {
  const { t } = useTranslation('criteria')
  const labels = preview?.sensitive.map(({ field }) => {
    const condition = conditionOf(field)
    return condition ? t(`send.these.${condition}`) : fieldLabel(field)
  })
  return [...new Set(labels)]
}

const useEverything = ({ connection: { name }, contacts: count }: SendPanelProps): string => {
  const { t } = useTranslation('criteria')
  if (count === undefined) return t('send.everything', { name })
  return t('send.everythingCounted', { name, count, n: formatNumber(count) })
}

/** What is confirmed once more: sharing everyone, and sharing what looks sensitive. */
const Extra = (props: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const { draft, preview } = props
  const { confirmations, confirm, problems } = props.sending
  const everything = useEverything(props)
  const sensitive = useSensitive(preview)
  return (
    <>
      {sharesEverything(draft) && (
        <TextInput
          label={everything}
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

/** What the buttons wait for, and what follows from them. */
const useHints = ({ connection: { name, state }, saved, effect, obstacle }: SendPanelProps): string[] => {
  const { t } = useTranslation('criteria')
  const isAttached = state === 'INVITED' && saved !== undefined && saved.acknowledgedAt !== null
  const detaches = isAttached ? [t('send.detaches')] : []
  // That nothing differs is said above.
  if (obstacle !== undefined && obstacle !== 'same') return [...detaches, t(`send.waits.${obstacle}`, { name })]
  return effect === 'first' && !isAttached ? [t('send.must', { name })] : detaches
}

const useSendLabel = ({ connection: { state }, effect, obstacle }: SendPanelProps): string => {
  const { t } = useTranslation('criteria')
  if (state === 'INVITED') return t('send.attach')
  if (obstacle === 'counts') return t('send.unknown')
  return t(effect === 'narrow' ? 'send.narrow' : 'send.submit')
}

/** What is shared if it has nothing that tells who somebody is. */
const useWithoutNames = ({ base: { type_of_data: type } }: Draft): string | undefined => {
  const { t } = useTranslation('criteria')
  return type === 'COUNTS' || type === 'OUTCOMES' ? t(`send.withoutNames.${type}`) : undefined
}

const Acknowledgements = ({ connection: { name }, draft, sending }: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const { confirmations, acknowledge, wasTakenBack, problems } = sending
  return (
    <>
      {wasTakenBack && <output className="caption dim">{t('send.ackAgain')}</output>}
      <Checkbox
        label={t('send.ackPersonalData', { name })}
        description={useWithoutNames(draft)}
        checked={confirmations.ackPersonalData}
        error={problems.ackPersonalData}
        aria-invalid={problems.ackPersonalData !== undefined}
        onChange={(event) => acknowledge({ ackPersonalData: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('send.ackPolicy')}
        checked={confirmations.ackPolicy}
        error={problems.ackPolicy}
        aria-invalid={problems.ackPolicy !== undefined}
        onChange={(event) => acknowledge({ ackPolicy: event.currentTarget.checked })}
      />
    </>
  )
}

/** What follows from sending, and what is confirmed before. */
export const Confirmations = (props: SendPanelProps) => (
  <>
    <EffectNote {...props} name={props.connection.name} />
    <div className={styles.confirmations}>
      <Extra {...props} />
      <Acknowledgements {...props} />
    </div>
  </>
)

/** The buttons, and what they wait for. */
export const SendFoot = (props: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const { sending, obstacle } = props
  const { running } = sending
  const label = useSendLabel(props)
  const hints = useHints(props)
  return (
    <div className={styles.foot}>
      <output className="caption dim grow">
        {sending.isSaved && (
          <span className={styles.savedNote}>
            <IconCheck size={14} stroke={2} aria-hidden />
            {t('send.saved')}
          </span>
        )}
        {hints.map((hint) => (
          <span key={hint}>{hint} </span>
        ))}
      </output>
      <BusyButton variant="default" busy={running === 'draft'} disabled={running === 'all'} onClick={sending.save}>
        {t('send.save')}
      </BusyButton>
      <BusyButton busy={running === 'all'} disabled={running === 'draft' || obstacle !== undefined} onClick={sending.send}>
        {label}
      </BusyButton>
    </div>
  )
}
