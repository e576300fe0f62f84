import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { comparable } from '#contract/criteria/text.ts'
import { NewMark } from './added/NewMark.tsx'
import styles from './criteria.module.css'

type Segments = CriteriaVersion['sentence']

const termsBegin = '. Source: '

/** First who and what is shared, then the terms: source, records, purpose and permissions. */
export const splitSentence = (segments: Segments): { main: Segments; terms: Segments } => {
  const index = segments.findLastIndex(({ text, isValue }) => !isValue && text.includes(termsBegin))
  const turning = segments[index]
  if (turning === undefined) return { main: segments, terms: [] }
  const at = turning.text.lastIndexOf(termsBegin) + 1
  return {
    main: [...segments.slice(0, index), { text: turning.text.slice(0, at), isValue: false }],
    terms: [{ text: turning.text.slice(at + 1), isValue: false }, ...segments.slice(index + 1)],
  }
}

/** Segments may repeat: their place is part of the key. */
const keyed = (segments: Segments) => segments.map((segment, index) => ({ ...segment, key: `${index} ${segment.text}` }))

/** Of a sentence that is compared with an earlier one. */
const NewValue = ({ text }: { text: string }) => {
  const { t } = useTranslation('criteria')
  return (
    <strong className={styles.newValue}>
      {text}
      <span className="visually-hidden"> ({t('new')})</span>
    </strong>
  )
}

interface SegmentedProps {
  segments: Segments
  /** Values that this sentence does not have are marked. */
  before?: Segments | undefined
}

/** Whether a segment is a value that the earlier sentence does not have. */
const isNewSince = (before: Segments | undefined) => {
  const known = before && new Set(before.filter(({ isValue }) => isValue).map(({ text }) => comparable(text)))
  return ({ text, isValue }: Segments[number]): boolean => isValue && known !== undefined && !known.has(comparable(text))
}

export const Segmented = ({ segments, before }: SegmentedProps) => {
  const isNew = isNewSince(before)
  return keyed(segments).map(({ key, ...segment }) => {
    if (isNew(segment)) return <NewValue key={key} text={segment.text} />
    return segment.isValue ? <strong key={key}>{segment.text}</strong> : <span key={key}>{segment.text}</span>
  })
}

const Main = (props: SegmentedProps) => (
  <p className={styles.sentence}>
    <Segmented {...props} />
  </p>
)

const Terms = (props: SegmentedProps) => (
  <p className={styles.terms}>
    <Segmented {...props} />
  </p>
)

/** Criteria in English while they are edited: what matters large, the terms folded. */
export const FoldedSentence = ({ segments, before }: SegmentedProps) => {
  const { t } = useTranslation('criteria')
  const { main, terms } = splitSentence(segments)
  return (
    <>
      <Main segments={main} before={before} />
      {terms.length > 0 && (
        <details className={styles.foldedTerms}>
          <summary>
            <IconChevronRight size={14} aria-hidden />
            {t('preview.terms')} {terms.some(isNewSince(before)) && <NewMark />}
          </summary>
          <Terms segments={terms} before={before} />
        </details>
      )}
    </>
  )
}

/** Criteria in English: what matters large, the terms below. */
export const Sentence = ({ segments, before }: SegmentedProps) => {
  const { main, terms } = splitSentence(segments)
  return (
    <>
      <Main segments={main} before={before} />
      {terms.length > 0 && <Terms segments={terms} before={before} />}
    </>
  )
}
