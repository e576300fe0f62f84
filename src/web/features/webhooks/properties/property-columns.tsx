import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WebhookProperty } from '#contract/webhooks/properties.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useMay } from '#web/lib/may.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import styles from './properties.module.css'
import { useTargetText, useTypeText } from './property-words.ts'

const Personal = () => {
  const { t } = useTranslation('webhooks')
  return (
    <span className={styles.personal} title={t('properties.personalHint')}>
      <IconLock size={11} stroke={2.2} aria-hidden />
      {t('properties.personal')}
    </span>
  )
}

const Label = ({ property: { label, pii } }: { property: WebhookProperty }) => (
  <span className={styles.label}>
    <span className="medium">{label}</span>
    {pii && <Personal />}
  </span>
)

type Change = (property: WebhookProperty) => void

const useMenu = ({ onEdit, onDelete }: { onEdit: Change; onDelete: Change }) => {
  const { t } = useTranslation('webhooks')
  const may = useMay()
  return (property: WebhookProperty) => {
    const edit = {
      name: 'edit',
      label: t('properties.edit'),
      icon: <IconPencil size={16} stroke={1.75} />,
      onClick: () => onEdit(property),
    }
    const remove = {
      name: 'delete',
      label: t('properties.delete'),
      icon: <IconTrash size={16} stroke={1.75} />,
      isDangerous: true,
      onClick: () => onDelete(property),
    }
    return [...(may('webhooks', 'w') ? [edit] : []), ...(may('webhooks', 'd') ? [remove] : [])]
  }
}

export const usePropertyColumns = (changes: { onEdit: Change; onDelete: Change }): Column<WebhookProperty>[] => {
  const { t } = useTranslation('webhooks')
  const typeOf = useTypeText()
  const targetOf = useTargetText()
  const actionsOf = useMenu(changes)
  return [
    {
      name: 'name',
      title: t('properties.columns.name'),
      sortValue: ({ name }) => name,
      hint: ({ name }) => name,
      cell: ({ name }) => <code className="monospace">{name}</code>,
    },
    {
      name: 'label',
      title: t('properties.columns.label'),
      isTitle: true,
      sortValue: ({ label }) => label,
      cell: (property) => <Label property={property} />,
    },
    {
      name: 'type',
      title: t('properties.columns.type'),
      hint: ({ enum_values: values }) => (values.length > 0 ? values.join(', ') : null),
      cell: (property) => {
        const type = typeOf(property)
        return property.required ? t('properties.required', { type }) : type
      },
    },
    { name: 'target', title: t('properties.columns.target'), cell: ({ maps_to: target }) => targetOf(target) },
    {
      name: 'example',
      title: t('properties.columns.example'),
      wideOnly: true,
      shares: 1,
      hint: ({ example }) => example,
      cell: ({ example }) => <code className="monospace dim">{example}</code>,
    },
    {
      name: 'used',
      title: t('properties.columns.used'),
      align: 'right',
      sortValue: ({ used }) => used,
      cell: ({ used }) => formatNumber(used),
    },
    {
      name: 'menu',
      title: t('properties.columns.actions'),
      isAction: true,
      cell: (property) => <RowMenu label={t('properties.more', { name: property.label })} actions={actionsOf(property)} />,
    },
  ]
}
