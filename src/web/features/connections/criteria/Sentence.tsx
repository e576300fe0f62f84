import type { CriteriaVersion } from '#contract/connections/agreements.ts'
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

export const Segmented = ({ segments }: { segments: Segments }) =>
  keyed(segments).map(({ key, text, isValue }) => (isValue ? <strong key={key}>{text}</strong> : <span key={key}>{text}</span>))

/** Criteria in English: what matters large, the terms below. */
export const Sentence = ({ segments }: { segments: Segments }) => {
  const { main, terms } = splitSentence(segments)
  return (
    <>
      <p className={styles.sentence}>
        <Segmented segments={main} />
      </p>
      {terms.length > 0 && (
        <p className={styles.terms}>
          <Segmented segments={terms} />
        </p>
      )}
    </>
  )
}
