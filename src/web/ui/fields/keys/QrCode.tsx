import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** Cameras need this much empty space around the code. */
const quietZone = 4

/** Neighboring dark squares become one bar: fewer edges, and no hairlines between them. */
const barsOf = (row: readonly boolean[], y: number): string => {
  let path = ''
  let start = -1
  for (const [x, isDark] of [...row, false].entries()) {
    if (isDark && start < 0) start = x
    if (isDark || start < 0) continue
    path += `M${start} ${y}h${x - start}v1H${start}z`
    start = -1
  }
  return path
}

/** Dark on white in both color schemes: not every camera reads inverted codes. */
export const QrCode = ({ value, label }: { value: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const code = encode(value, { ecc: 'M', border: quietZone })
    return { size: code.size, path: code.data.map(barsOf).join('') }
  }, [value])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
