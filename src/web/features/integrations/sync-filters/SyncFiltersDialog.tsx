import { Skeleton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useConnectors } from '#web/data/integrations/connect.ts'
import { useCrmLists, type CrmLists } from '#web/data/syncs/records.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Choices } from './Choices.tsx'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import type { Option } from './draft.ts'
import styles from './sync-filters.module.css'
import { useSyncFilters, type SyncFilters, type SyncFiltersProps } from './use-sync-filters.ts'

type PartProps = Omit<SyncFiltersProps, 'onClose'> & { reads: SyncFilters }
type CrmList = CrmLists['items'][number]

const useUnknown = ({ source }: PartProps) => {
  const { t } = useTranslation('syncs')
  return (word: string): Option => ({
    value: word,
    label: word,
    note: source.abilities.includes('mapping') ? undefined : t('reads.notFound', { provider: source.vendor }),
  })
}

const useOptions = () => {
  const { t } = useTranslation('syncs')
  const note = ({ contacts_count: count }: CrmList) =>
    count === null ? undefined : t('counts.people', { count, n: formatNumber(count) })
  return {
    tagsIn: (lists: readonly CrmList[]): Option[] =>
      lists.filter(({ kind }) => kind === 'tag').map((list) => ({ value: list.name, label: list.name, note: note(list) })),
    listsIn: (lists: readonly CrmList[]): Option[] =>
      lists.filter(({ kind }) => kind !== 'tag').map((list) => ({ value: list.external_id, label: list.name, note: note(list) })),
  }
}

/** Only contacts with certain tags. A sheet has tags if one of its columns is mapped to them. */
const Tags = ({ known, ...part }: PartProps & { known: readonly Option[] }) => {
  const { t } = useTranslation('syncs')
  const { source, connector, reads } = part
  const unknown = useUnknown(part)
  if (!connector.hasTags) return null
  if (connector.chooses === 'table' && source.settings.map?.tags === undefined)
    return <Note kind="info">{t('reads.noTagColumn')}</Note>
  return (
    <Choices
      name="tags"
      legend={t('reads.tags')}
      hint={t('reads.tagsHint')}
      find={t('reads.findTag')}
      isOpen
      known={known}
      words={reads.draft.tags}
      unknown={unknown}
      onChange={(tags) => reads.change({ tags })}
    />
  )
}

const Lists = ({ known, ...part }: PartProps & { known: readonly Option[] }) => {
  const { t } = useTranslation('syncs')
  const { reads } = part
  const unknown = useUnknown(part)
  if (known.length + reads.draft.lists.length === 0) return null
  return (
    <Choices
      name="lists"
      legend={t('reads.lists')}
      hint={t('reads.listsHint')}
      find={t('reads.findList')}
      known={known}
      words={reads.draft.lists}
      unknown={unknown}
      onChange={(lists) => reads.change({ lists })}
    />
  )
}

const ListSkeleton = () => (
  <div className={styles.choices} aria-hidden>
    <Skeleton height={20} width={220} />
    <Skeleton height={36} />
    <Skeleton height={120} />
  </div>
)

const Marked = (part: PartProps) => {
  const { tagsIn, listsIn } = useOptions()
  const hasLists = part.connector.abilities.includes('lists')
  const query = useCrmLists(part.source.id, hasLists)
  if (!hasLists) return <Tags {...part} known={[]} />
  return (
    <Loaded query={query} skeleton={<ListSkeleton />}>
      {({ items }) => (
        <>
          <Tags {...part} known={tagsIn(items)} />
          <Lists {...part} known={listsIn(items)} />
        </>
      )}
    </Loaded>
  )
}

const outcomes = ['open', 'won', 'lost'] as const

const Outcomes = ({ source, reads }: PartProps) => {
  const { t } = useTranslation('syncs')
  const { vendor: provider } = source
  return (
    <Choices
      name="dispos"
      legend={t('reads.stages')}
      hint={t('reads.stagesHint')}
      find={t('reads.stages')}
      known={outcomes.map((outcome) => ({ value: outcome, label: t(`reads.outcomes.${outcome}`) }))}
      words={reads.draft.dispos}
      unknown={(word) => ({ value: word, label: t('reads.stage', { word }), note: t('reads.stageNote', { provider }) })}
      onChange={(dispos) => reads.change({ dispos })}
    />
  )
}

const fieldMax = 200

const SourceField = ({ source, reads }: PartProps) => {
  const { t } = useTranslation('syncs')
  if (source.abilities.includes('mapping')) return null
  return (
    <TextInput
      name="source_field"
      label={t('reads.field')}
      description={t('reads.fieldHint', { provider: source.vendor })}
      placeholder={t('reads.fieldPlaceholder')}
      maxLength={fieldMax}
      autoComplete="off"
      spellCheck={false}
      value={reads.draft.sourceField}
      onChange={(event) => reads.change({ sourceField: event.currentTarget.value })}
    />
  )
}

const Form = (props: SyncFiltersProps) => {
  const { source, connector, onClose } = props
  const { t } = useTranslation('syncs')
  const reads = useSyncFilters(props)
  const { lost, isChanged } = reads
  const part = { source, connector, reads }
  const { vendor: provider } = source
  return (
    <>
      <FormDialog
        title={t('reads.title', { name: source.name })}
        text={t('reads.text', { provider })}
        action={t('reads.action')}
        isWide
        form={reads.form}
        onClose={onClose}
      >
        <Marked {...part} />
        <Outcomes {...part} />
        <SourceField {...part} />
        {isChanged && <Note kind="info">{t(lost ? `reads.follows.${lost}` : 'reads.follows.nobody')}</Note>}
      </FormDialog>
      {reads.isConfirming && lost && <LeaveQuestion {...part} lost={lost} />}
    </>
  )
}

/** Which contacts and opportunities of a source are synced, and which field has their marketing source. */
export const SyncFiltersDialog = ({ source, onClose }: { source: Integration; onClose: () => void }) => {
  const connector = useConnectors().data?.items.find(({ type }) => type === source.type)
  return connector ? <Form source={source} connector={connector} onClose={onClose} /> : null
}
