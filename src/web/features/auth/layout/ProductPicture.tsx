import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './ProductPicture.module.css'

const streams = [
  { name: 'search', color: 'var(--tb-ch-paid-search)', top: 96, width: 20 },
  { name: 'social', color: 'var(--tb-ch-paid-social)', top: 188, width: 16 },
  { name: 'organic', color: 'var(--tb-ch-organic-search)', top: 280, width: 13 },
  { name: 'referral', color: 'var(--tb-ch-referral)', top: 372, width: 9 },
  { name: 'email', color: 'var(--tb-ch-email)', top: 464, width: 6 },
] as const

const riverWidth = streams.reduce((sum, stream) => sum + stream.width, 0)

const courses = streams.map((stream, index) => {
  const above = streams.slice(0, index).reduce((sum, other) => sum + other.width, 0)
  const merged = 330 - riverWidth / 2 + above + stream.width / 2
  const mouth = merged + 64
  const top = stream.top
  const course = `M-20 ${top} L150 ${top} C290 ${top},270 ${merged},410 ${merged} C520 ${merged},540 ${mouth},680 ${mouth}`
  return { ...stream, course }
})

const Cards = () => {
  const { t } = useTranslation()
  return (
    <>
      <div className={`${styles.card} ${styles.figure}`}>
        <div className="caption dim">{t('picture.wonLabel')}</div>
        <div className={styles.number}>{t('picture.won')}</div>
        <div className="caption dim numeric row">
          <span className={styles.change}>{t('picture.wonChange')}</span>
          {t('picture.wonBefore')}
        </div>
      </div>
      <div className={`${styles.card} ${styles.agreement}`}>
        <div className="between">
          <span className="small semibold">{t('picture.agreement')}</span>
          <StatusBadge kind="good">{t('picture.agreementStatus')}</StatusBadge>
        </div>
        <p className="small ink-2">
          {t('picture.sentenceStart')} <b>{t('picture.sentenceTag')}</b> {t('picture.sentenceEnd')}
        </p>
      </div>
    </>
  )
}

/** Marketing streams join one river that carries the won figure; an agreement sentence sits on it. Decoration only. */
export const ProductPicture = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.picture} aria-hidden>
      <div className={styles.canvas}>
        <svg className={styles.river} viewBox="0 0 640 800" preserveAspectRatio="none">
          <defs>
            {courses.map(({ name, color }) => (
              <linearGradient key={name} id={`stream-${name}`} gradientUnits="userSpaceOnUse" x1="340" x2="520" y1="0" y2="0">
                <stop offset="0" stopColor={color} />
                <stop offset="1" stopColor="var(--tb-accent)" />
              </linearGradient>
            ))}
          </defs>
          {courses.map(({ name, course, width }) => (
            <path key={name} d={course} stroke={`url(#stream-${name})`} strokeWidth={width + 0.6} fill="none" />
          ))}
        </svg>
        {courses.map(({ name, top, width }) => (
          <span key={name} className={styles.label} style={{ top: `calc(${top / 8}% - ${width / 2 + 24}px)` }}>
            {t(`picture.streams.${name}`)}
          </span>
        ))}
        <Cards />
      </div>
    </div>
  )
}
