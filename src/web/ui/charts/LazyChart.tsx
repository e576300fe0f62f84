import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { asMissingPart } from '#web/lib/missing-part.ts'
import type { ChartProps } from './chart-types.ts'

const Drawn = lazy(() =>
  import('./Chart.tsx').then(
    ({ Chart }) => ({ default: Chart }),
    (error: unknown) => {
      throw asMissingPart(error)
    },
  ),
)

/** The height of the line under a chart that opens its table. */
const underChart = 40

/** A chart whose code is downloaded when one is shown; until then, and while its values load, a skeleton keeps its space. */
export const LazyChart = ({ isLoading = false, ...props }: ChartProps) => {
  const skeleton = <Skeleton height={(props.height ?? 200) + underChart} radius="md" aria-hidden />
  if (isLoading) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <Drawn {...props} />
    </Suspense>
  )
}
