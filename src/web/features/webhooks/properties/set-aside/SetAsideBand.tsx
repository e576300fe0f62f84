import { Checkbox, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { propertyTypes, type PropertyType, type SetAsideProperty } from '#contract/webhooks/properties.ts'
import { useAcceptSetAside, useIgnoreSetAside } from '#web/data/webhooks/properties.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { listFormat } from '#web/lib/format/list-format.ts'
import { useMay } from '#web/lib/may.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { fullTarget, useTargetOptions, useTypeText } from '../property-words.ts'
import { hasGoodName, inputOf, valuesOf, type SetAsideChoice } from './set-aside-choice.ts'
import styles from './set-aside.module.css'

const Seen = ({ item: { values, other_values: others } }: { item: SetAsideProperty }) => {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles.seen}>
      <span>{t('properties.waiting.seen')}</span>
      {values.map(({ value, count }) => (
        <span key={value} className={styles.value} title={value}>
          <span className="truncate">{value || t('properties.waiting.noValue')}</span> <em>{formatNumber(count)}</em>
        </span>
      ))}
      {others > 0 && <span>{t('properties.waiting.others', { count: others, n: formatNumber(others) })}</span>}
    </div>
  )
}

interface ChoicesProps {
  item: SetAsideProperty
  choice: SetAsideChoice
  onChange: (choice: SetAsideChoice) => void
}

const Choices = ({ item, choice, onChange }: ChoicesProps) => {
  const { t } = useTranslation('webhooks')
  const typeText = useTypeText()
  const values = valuesOf(item)
  const types = propertyTypes.filter((type) => type !== 'enum' || values.length > 0)
  return (
    <div className={styles.choices}>
      <span className="caption dim" aria-hidden>
        {t('properties.waiting.type')}
      </span>
      <NativeSelect
        className={styles.select ?? ''}
        aria-label={t('properties.waiting.typeOf', { name: item.name })}
        value={choice.type}
        data={types.map((type) => ({ value: type, label: typeText({ type, enum_values: values }) }))}
        onChange={(event) => onChange({ ...choice, type: event.currentTarget.value as PropertyType })}
      />
      <span className="caption dim" aria-hidden>
        {t('properties.waiting.target')}
      </span>
      <NativeSelect
        className={styles.select ?? ''}
        aria-label={t('properties.waiting.targetOf', { name: item.name })}
        value={choice.target}
        data={useTargetOptions(choice.target)}
        onChange={(event) => onChange({ ...choice, target: event.currentTarget.value })}
      />
      <Checkbox
        size="xs"
        checked={choice.isPersonal}
        label={t('properties.waiting.personal')}
        title={t('properties.personalHint')}
        onChange={(event) => onChange({ ...choice, isPersonal: event.currentTarget.checked })}
      />
    </div>
  )
}

const useDecisions = (item: SetAsideProperty, choice: SetAsideChoice) => {
  const { t } = useTranslation('webhooks')
  const { name } = item
  const accepting = useAcceptSetAside()
  const ignoring = useIgnoreSetAside()
  const { act } = useAct()
  const accept = () =>
    act(
      () => accepting.mutateAsync(inputOf(item, choice)),
      ({ filled }) =>
        void showToast('success', t('properties.waiting.accepted', { name, count: filled, n: formatNumber(filled) })),
    )
  const ignore = () => act(() => ignoring.mutateAsync({ name }), t('properties.waiting.ignored', { name }))
  return { accept, ignore, isAccepting: accepting.isPending, isIgnoring: ignoring.isPending }
}

interface BandProps {
  item: SetAsideProperty
  /** Only one button of the page is filled. */
  isFirst: boolean
}

const Decision = ({ item, isFirst, choice }: BandProps & { choice: SetAsideChoice }) => {
  const { t } = useTranslation('webhooks')
  const reason = useId()
  const { accept, ignore, isAccepting, isIgnoring } = useDecisions(item, choice)
  const isGood = hasGoodName(item)
  const act = () => (isGood ? void accept() : undefined)
  return (
    <div className={styles.decision}>
      {!isGood && (
        <span className="caption dim" id={reason}>
          {t('properties.waiting.badName')}
        </span>
      )}
      <BusyButton
        variant="subtle"
        color="gray"
        className={styles.ignore ?? ''}
        busy={isIgnoring}
        aria-label={t('properties.waiting.ignoreOf', { name: item.name })}
        onClick={() => void ignore()}
      >
        {t('properties.waiting.ignore')}
      </BusyButton>
      <BusyButton
        variant={isFirst ? 'filled' : 'default'}
        busy={isAccepting}
        aria-disabled={!isGood}
        aria-describedby={isGood ? undefined : reason}
        onClick={act}
      >
        {t('properties.waiting.accept', { count: item.count, n: formatNumber(item.count) })}
      </BusyButton>
    </div>
  )
}

/** A name that events brought and the catalog does not have: its values wait until someone decides. */
export const SetAsideBand = ({ item, isFirst }: BandProps) => {
  const { t } = useTranslation('webhooks')
  const mayChange = useMay()('webhooks', 'w')
  const { name, count, since, until, endpoints, suggestion } = item
  const [choice, setChoice] = useState<SetAsideChoice>({
    type: suggestion.type,
    target: fullTarget(suggestion.maps_to),
    isPersonal: suggestion.pii,
  })
  const text = t('properties.waiting.text', {
    count,
    n: formatNumber(count),
    since: shortDayOf(since),
    until: shortDayOf(until),
    endpoints: listFormat.format(endpoints.map((endpoint) => endpoint.name)),
  })
  return (
    <section className={styles.band} aria-label={name}>
      <div className={styles.what}>
        <StatusBadge kind="wait">{t('properties.waiting.badge')}</StatusBadge>
        <div className="grow">
          <p className="small" title={exactTime(since)}>
            <code className={styles.name}>{name}</code> {text}
          </p>
          <Seen item={item} />
        </div>
      </div>
      {mayChange && (
        <div className={styles.act}>
          <Choices item={item} choice={choice} onChange={setChoice} />
          <Decision item={item} isFirst={isFirst} choice={choice} />
        </div>
      )}
    </section>
  )
}
