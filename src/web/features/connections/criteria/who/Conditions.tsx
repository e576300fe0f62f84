import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { criteriaLimits } from '#contract/criteria/criteria.ts'
import {
  addCondition,
  addGroup,
  conditionsOf,
  isGroup,
  joinGroup,
  removeCondition,
  updateCondition,
  type Condition,
  type Group,
  type Joined,
} from '../draft.ts'
import { NewMark } from '../added/NewMark.tsx'
import type { EditorProps } from '../editor-props.ts'
import styles from '../criteria.module.css'
import { ConditionRow } from './ConditionRow.tsx'

interface RowsProps extends EditorProps {
  conditions: readonly Condition[]
  joined: Joined
  /** Whether something is before them. */
  isJoined: boolean
  /** Takes the focus when a row is removed. */
  addButton: RefObject<HTMLButtonElement | null>
}

const Joint = ({ joined, isNew = false }: { joined: Joined | undefined; isNew?: boolean }) => {
  const { t } = useTranslation('criteria')
  if (joined === undefined && !isNew) return null
  return (
    <p className={styles.joint}>
      {joined !== undefined && t(joined === 'all' ? 'who.and' : 'who.or')} {isNew && <NewMark />}
    </p>
  )
}

const noValues: ReadonlySet<string> = new Set()

const Rows = ({ draft, isChecked, added, conditions, joined, isJoined, addButton, onChange }: RowsProps) => {
  const order = conditionsOf(draft).map(({ id }) => id)
  return conditions.map((condition, index) => (
    <div key={condition.id} className={styles.item}>
      <Joint joined={isJoined || index > 0 ? joined : undefined} isNew={added.conditions.has(condition.id)} />
      <ConditionRow
        condition={condition}
        n={order.indexOf(condition.id) + 1}
        integrationId={draft.base.integration_id}
        isChecked={isChecked}
        isNew={added.conditions.has(condition.id)}
        newValues={added.values.get(condition.id) ?? noValues}
        onChange={(next) => onChange(updateCondition(draft, next))}
        onRemove={() => {
          onChange(removeCondition(draft, condition.id))
          addButton.current?.focus()
        }}
      />
    </div>
  ))
}

interface GroupBoxProps {
  group: Group
  n: number
}

const GroupBox = ({ group, n, isJoined, ...rows }: Omit<RowsProps, 'conditions' | 'joined'> & GroupBoxProps) => {
  const { t } = useTranslation('criteria')
  const { draft, onChange } = rows
  const isFull = conditionsOf(draft).length >= criteriaLimits.leaves
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{t('who.group', { n })}</legend>
      <div className={styles.groupHead}>
        {isJoined && <Joint joined={draft.joined} />}
        <NativeSelect
          className={styles.groupJoin ?? ''}
          size="xs"
          aria-label={t('who.groupJoin', { n })}
          value={group.joined}
          data={[
            { value: 'any', label: t('who.anyOf') },
            { value: 'all', label: t('who.allOf') },
          ]}
          onChange={(event) => onChange(joinGroup(draft, group.id, event.currentTarget.value as Joined))}
        />
      </div>
      <div className={styles.grouped}>
        <Rows {...rows} conditions={group.conditions} joined={group.joined} isJoined={false} />
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={14} />}
          disabled={isFull}
          onClick={() => onChange(addCondition(draft, group.id))}
        >
          {t('who.addToGroup')}
        </Button>
      </div>
    </fieldset>
  )
}

/** The conditions and groups of the filter, and buttons for more. */
export const Conditions = (props: EditorProps) => {
  const { t } = useTranslation('criteria')
  const { draft, onChange } = props
  const addButton = useRef<HTMLButtonElement>(null)
  const count = conditionsOf(draft).length
  const isFull = count >= criteriaLimits.leaves
  const groups = draft.items.filter(isGroup)
  const adding = { variant: 'subtle', color: 'gray', leftSection: <IconPlus size={16} />, disabled: isFull } as const
  return (
    <div className={styles.conditions}>
      {count === 0 && <p className="small dim">{t('who.everyone')}</p>}
      {draft.items.map((item, index) => (
        <div key={item.id} className={styles.item}>
          {isGroup(item) ? (
            <GroupBox {...props} addButton={addButton} isJoined={index > 0} group={item} n={groups.indexOf(item) + 1} />
          ) : (
            <Rows {...props} addButton={addButton} conditions={[item]} joined={draft.joined} isJoined={index > 0} />
          )}
        </div>
      ))}
      <div className={styles.adding}>
        <Button {...adding} ref={addButton} onClick={() => onChange(addCondition(draft))}>
          {t('who.addCondition')}
        </Button>
        <Button {...adding} onClick={() => onChange(addGroup(draft))}>
          {t('who.addGroup')}
        </Button>
        <span className="grow" />
        <span className="caption dim numeric">{t('who.count', { n: count, max: criteriaLimits.leaves })}</span>
      </div>
    </div>
  )
}
