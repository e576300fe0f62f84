import { useTranslation } from 'react-i18next'
import type { KeptInvitation } from '#web/lib/kept-invitation.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { invitationMessages } from '#web/messages/en-invitation.ts'
import styles from './RulePicture.module.css'

addTranslations('invitation', invitationMessages)

// The drawing: a grid of contacts, and the few that match the rule flow into one stream.
const columns = 15
const rows = 8
const step = { x: 36, y: 30 }
const first = { x: 22, y: 20 }
const radius = 5.5
const ruleTop = 290
const bottom = 470
const middle = 274

const matching: readonly (readonly [column: number, row: number])[] = [
  [3, 0],
  [9, 0],
  [5, 1],
  [13, 1],
  [4, 2],
  [2, 3],
  [7, 3],
  [13, 3],
  [6, 4],
  [10, 4],
  [4, 5],
  [10, 5],
  [6, 6],
  [11, 6],
  [5, 7],
  [9, 7],
]

const isMatching = (column: number, row: number) => matching.some(([x, y]) => x === column && y === row)

const dots = Array.from({ length: columns * rows }, (_, index) => {
  const [column, row] = [index % columns, Math.floor(index / columns)]
  return { x: first.x + column * step.x, y: first.y + row * step.y, column, row, isIn: isMatching(column, row) }
})

const turn = 10

/** Between the columns, so that no line crosses a dot: towards the middle first, then down. */
const laneOf = (column: number, position: number) => {
  const towards = column < columns / 2 ? 1 : -1
  return first.x + column * step.x + towards * (step.x / 2) + (position % 2 === 0 ? -1.5 : 1.5)
}

const flowing = dots
  .filter(({ isIn }) => isIn)
  .map((dot, position) => ({ ...dot, lane: laneOf(dot.column, position) }))
  .toSorted((one, other) => one.lane - other.lane)

const streamWidth = 2.6

const courses = flowing.map(({ x, y, lane }, position) => {
  const end = middle + (position - (flowing.length - 1) / 2) * streamWidth
  const side = Math.sign(lane - x)
  return {
    key: `${x}-${y}`,
    course: `M${x + side * (radius + 2)} ${y} Q${lane} ${y},${lane} ${y + turn} L${lane} ${ruleTop} C${lane} ${ruleTop + 80},${end} ${ruleTop + 50},${end} ${ruleTop + 130} L${end} ${bottom}`,
  }
})

const Example = ({ own }: { own: string }) => {
  const { t } = useTranslation('invitation')
  return (
    <div className={styles.card}>
      <div className="between">
        <span className="small semibold">{t('example')}</span>
        <span className="caption dim">{own}</span>
      </div>
      <p className="small ink-2">
        {t('sentence.start')} <b>{t('sentence.first')}</b> {t('sentence.or')} <b>{t('sentence.second')}</b>
        {t('sentence.since')} <b>{t('sentence.day')}</b>
        {t('sentence.end')}
      </p>
    </div>
  )
}

interface RulePictureProps {
  invitation: Pick<KeptInvitation, 'inviterName' | 'inviterType'>
}

/** Only contacts that match the rule reach the agency. Decoration: the text beside it says the same. */
export const RulePicture = ({ invitation: { inviterName: name, inviterType: type } }: RulePictureProps) => {
  const { t } = useTranslation('invitation')
  return (
    <div className={styles.picture} aria-hidden>
      <div className={styles.canvas}>
        <div className={styles.caption}>{t(`${type}.picture.from`)}</div>
        <div className={styles.drawing}>
          <svg viewBox={`0 0 548 ${bottom}`}>
            {dots.map(({ x, y, isIn }) => (
              <circle key={`${x}-${y}`} className={isIn ? styles.in : styles.out} cx={x} cy={y} r={radius} />
            ))}
            {courses.map(({ key, course }) => (
              <path key={key} className={styles.course} d={course} />
            ))}
            <line className={styles.rule} x1="0" x2="548" y1={ruleTop} y2={ruleTop} />
          </svg>
          <span className={styles.ruleName}>{t(`${type}.picture.rule`)}</span>
          <span className={styles.result}>{t(`${type}.picture.to`, { name })}</span>
        </div>
        <Example own={t(`${type}.picture.own`)} />
      </div>
    </div>
  )
}
