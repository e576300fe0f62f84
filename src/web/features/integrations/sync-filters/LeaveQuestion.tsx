import { useTranslation } from 'react-i18next'
import { isManyGone } from '#contract/integrations/sources.ts'
import { useCrmLists } from '#web/data/syncs/records.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { excludedWith, type TagSize } from './excluded.ts'
import type { LeftOut } from './draft.ts'
import type { SyncFilters, SyncFiltersProps } from './use-sync-filters.ts'

type LeaveQuestionProps = Omit<SyncFiltersProps, 'onClose'> & { reads: SyncFilters; lost: LeftOut }

const useTagSizes = ({ source, connector }: LeaveQuestionProps): TagSize[] => {
  const lists = useCrmLists(source.id, connector.abilities.includes('lists')).data?.items ?? []
  return lists.filter(({ kind }) => kind === 'tag').map(({ name, contacts_count: contacts }) => ({ name, contacts }))
}

/** Which records the filters exclude, with counts if known, and whether their removal needs an approval. */
const useExclusion = (props: LeaveQuestionProps) => {
  const { t } = useTranslation('syncs')
  const { source, reads, lost } = props
  const known = excludedWith(source, reads.draft, useTagSizes(props))
  const contactsText = (): string => {
    if (!known) return t('reads.leaving.people', { of: formatNumber(source.contacts) })
    if (known.n === 0) return t('reads.leaving.nobody', { of: formatNumber(known.of) })
    return t(known.isLeast ? 'reads.leaving.atLeast' : 'reads.leaving.about', {
      n: formatNumber(known.n),
      of: formatNumber(known.of),
    })
  }
  const sentences = [
    ...(lost === 'opportunities' ? [] : [contactsText()]),
    ...(lost === 'people' ? [] : [t('reads.leaving.opportunities', { of: formatNumber(source.opportunities) })]),
  ]
  const areMany = lost !== 'opportunities' && known !== undefined && isManyGone(known.n, known.of)
  const isUnknown = lost !== 'people' || known === undefined
  return { text: sentences.join(' '), areMany, isUnknown }
}

/** The confirmation before contacts or opportunities are removed. */
export const LeaveQuestion = (props: LeaveQuestionProps) => {
  const { t } = useTranslation('syncs')
  const { source, reads, lost } = props
  const { text, areMany, isUnknown } = useExclusion(props)
  const approvalText = areMany ? t('reads.manyLeave') : isUnknown ? t('reads.ifManyLeave') : ''
  return (
    <ConfirmDialog
      title={t(`reads.ask.${lost}`)}
      text={[text, approvalText, t('reads.back', { provider: source.vendor })].filter(Boolean).join(' ')}
      action={t(areMany ? 'reads.action' : 'reads.askAction')}
      onConfirm={reads.save}
      onClose={reads.cancel}
    />
  )
}
