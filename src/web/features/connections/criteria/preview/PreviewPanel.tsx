import { IconLoader2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import { fieldLabel, fieldsOf } from '#contract/criteria/fields.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { formatDifference } from '#web/lib/format/format-number.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { Added } from '../added/added.ts'
import type { Draft } from '../draft.ts'
import { Figures } from '../Figures.tsx'
import { FoldedSentence } from '../Sentence.tsx'
import styles from '../criteria.module.css'
import { SampleTable } from './SampleTable.tsx'
import { WhoChanges } from './WhoChanges.tsx'
import type { useLivePreview } from './use-live-preview.ts'

/** More would hide the acknowledgements on a laptop. */
const sampleRows = 3

interface PreviewPanelProps {
  name: string
  draft: Draft
  added: Added
  query: Pick<ReturnType<typeof useLivePreview>['query'], 'data' | 'isError' | 'error' | 'refetch'>
  /** Whether the draft can be previewed. */
  isComplete: boolean
  /** Whether the exact counts follow. */
  isEstimate: boolean
  /** Whether the counts are exact, and those of the draft as it is now. */
  isCurrent: boolean
  inForce: CriteriaVersion | undefined
  /** What is confirmed before sending. */
  children: ReactNode
  /** Stays in sight. */
  foot: ReactNode
}

interface DifferenceProps {
  added: number
  removed: number
  /** The version in force. */
  n: number
}

/** As many may be added as removed: that is not the same. */
const Difference = ({ added, removed, n }: DifferenceProps) => {
  const { t } = useTranslation('criteria')
  const difference = formatDifference({ added, removed })
  if (difference === '') return t('preview.same', { n })
  return (
    <>
      <span className={styles.difference}>{difference}</span> {t('preview.versus', { n })}
    </>
  )
}

const FieldDifference = ({ fields, inForce }: { fields: string[]; inForce: CriteriaVersion }) => {
  const before = inForce.fields.map(({ key }) => key)
  const added = fields.filter((field) => !before.includes(field))
  const removed = before.filter((field) => !fields.includes(field))
  const [only] = added
  if (only !== undefined && added.length === 1 && removed.length === 0)
    return (
      <>
        <span className={styles.difference}>+1</span> {fieldLabel(only).toLowerCase()}
      </>
    )
  return <Difference added={added.length} removed={removed.length} n={inForce.version} />
}

const Counts = ({ preview, draft, inForce }: { preview: CriteriaPreview } & Pick<PreviewPanelProps, 'draft' | 'inForce'>) => {
  const { t } = useTranslation('criteria')
  const { shared, change, isEstimate } = preview
  const fields = fieldsOf(draft.base)
  const hasFields = draft.base.type_of_data !== 'COUNTS' || (inForce !== undefined && inForce.fields.length > 0)
  const differenceOf = (of: 'contacts' | 'opportunities') =>
    inForce && change && { note: <Difference added={change.added[of]} removed={change.removed[of]} n={inForce.version} /> }
  const figureOf = (of: 'contacts' | 'opportunities') => {
    if (!isEstimate) return { value: shared[of], ...differenceOf(of) }
    // None in a sample may still be some in all.
    return { value: shared[of] === 0 ? t('preview.noneSampled') : shared[of], note: t('preview.estimate') }
  }
  const fieldsFigure = {
    label: t('preview.fields'),
    value: fields.length,
    ...(inForce ? { note: <FieldDifference fields={fields} inForce={inForce} /> } : {}),
  }
  return (
    <Figures
      figures={[
        { label: t('preview.people'), ...figureOf('contacts') },
        { label: t('preview.opportunities'), ...figureOf('opportunities') },
        ...(hasFields ? [fieldsFigure] : []),
      ]}
    />
  )
}

const stateOf = ({ isCurrent, isEstimate }: PreviewPanelProps) => {
  if (isCurrent) return 'preview.live'
  return isEstimate ? 'preview.counting' : 'preview.updating'
}

const State = (props: PreviewPanelProps) => {
  const { t } = useTranslation('criteria')
  const { isComplete, isCurrent, query } = props
  if (query.isError || !isComplete) return null
  return (
    <output className={styles.state}>
      {isCurrent ? <span className={styles.dot} aria-hidden /> : <IconLoader2 className={styles.spin} size={13} aria-hidden />}
      {t(stateOf(props))}
    </output>
  )
}

const Failure = ({ query }: PreviewPanelProps) => {
  const { t } = useTranslation('criteria')
  const textOf = useErrorText()
  return (
    <Note
      kind="bad"
      action={
        <button type="button" className="link-button small" onClick={() => void query.refetch()}>
          {t('preview.retry')}
        </button>
      }
    >
      {t('preview.failed', { reason: textOf(query.error) })}
    </Note>
  )
}

const Notices = (props: PreviewPanelProps) => {
  const { t } = useTranslation('criteria')
  const { isComplete, query } = props
  if (isComplete && !query.isError) return null
  return (
    <div className={styles.notices}>
      {isComplete ? (
        <Failure {...props} />
      ) : (
        <p className="small dim">{t(query.data ? 'preview.outdated' : 'preview.incomplete')}</p>
      )}
    </div>
  )
}

const PreviewSkeleton = () => (
  <div className={styles.previewSkeleton} aria-hidden>
    <Skeleton height={72} />
    <Skeleton height={64} />
    <Skeleton height={140} />
  </div>
)

const Shown = ({
  draft,
  added,
  isComplete,
  isCurrent,
  isEstimate,
  inForce,
  data,
}: PreviewPanelProps & { data: CriteriaPreview }) => {
  const { t } = useTranslation('criteria')
  return (
    <section
      className={styles.preview}
      aria-label={t('preview.label')}
      data-outdated={!(isCurrent || isEstimate) || undefined}
      aria-busy={!isCurrent && isComplete}
    >
      <div className={styles.words}>
        <FoldedSentence segments={data.sentence} before={inForce?.sentence} />
      </div>
      <div className={styles.summary}>
        <Counts preview={data} draft={draft} inForce={inForce} />
        {inForce && data.change && <WhoChanges change={data.change} version={inForce.version} isEstimate={data.isEstimate} />}
      </div>
      <SampleTable {...data} max={sampleRows} newFields={added.fields} />
    </section>
  )
}

/** The agreement as a sentence, in counts and as rows, while it is edited. */
export const PreviewPanel = (props: PreviewPanelProps) => {
  const { t } = useTranslation('criteria')
  const { name, query, isComplete, children, foot } = props
  const { data } = query
  return (
    <Panel title={t('preview.title', { name })} flush aside={<State {...props} />}>
      <div className={styles.scrolling}>
        <Notices {...props} />
        {data && <Shown {...props} data={data} />}
        {!data && isComplete && !query.isError && <PreviewSkeleton />}
        {children}
      </div>
      {foot}
    </Panel>
  )
}
