import { NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { useComparison } from '#web/data/connections/agreements.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Changes } from './Changes.tsx'
import styles from './review.module.css'

interface CompareProps {
  id: string
  /** Newest first, at least two. */
  versions: readonly CriteriaVersion[]
}

const Difference = ({ id, from, to }: { id: string; from: number; to: number }) => {
  const { t } = useTranslation('criteria')
  return (
    <Loaded query={useComparison(id, { from, to })} skeleton={<Skeleton height={20} aria-hidden />}>
      {({ changes }) =>
        changes.length === 0 ? <p className={styles.first}>{t('versions.same')}</p> : <Changes changes={changes} />
      }
    </Loaded>
  )
}

/** What is in force is compared with the newest; if it is the newest, the one before it is. */
const firstFrom = (versions: readonly CriteriaVersion[]): number | undefined => {
  const index = versions.findIndex(({ state }) => state === 'in_force')
  return versions.at(index === 0 ? 1 : index)?.version
}

/** What changed between any two versions. */
export const CompareVersions = ({ id, versions }: CompareProps) => {
  const { t } = useTranslation('criteria')
  const numbers = versions.map(({ version }) => version)
  const [from, setFrom] = useState(firstFrom(versions) ?? 1)
  const [to, setTo] = useState(numbers[0] ?? 1)
  const data = numbers.map((n) => ({ value: String(n), label: t('versions.version', { n }) }))
  const choice = (label: string, value: number, choose: (n: number) => void) => (
    <NativeSelect
      label={label}
      size="xs"
      value={String(value)}
      data={data}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  )
  return (
    <div className={styles.comparison}>
      <div className={styles.compared}>
        {choice(t('versions.from'), from, setFrom)}
        {choice(t('versions.to'), to, setTo)}
      </div>
      <h3>{t('versions.between', { from, to })}</h3>
      <Difference id={id} from={from} to={to} />
    </div>
  )
}
