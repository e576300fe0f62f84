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

/** The first version is compared with the one in force; if that is the first, or there is none, with the newest. */
const chosenFirst = (versions: readonly CriteriaVersion[]): { from: number; to: number } => {
  const from = versions.at(-1)?.version ?? 1
  const inForce = versions.find(({ state, version }) => state === 'in_force' && version !== from)
  return { from, to: (inForce ?? versions[0])?.version ?? 1 }
}

/** What changed between any two versions. */
export const CompareVersions = ({ id, versions }: CompareProps) => {
  const { t } = useTranslation('criteria')
  const numbers = versions.map(({ version }) => version)
  const [{ from, to }, setChosen] = useState(() => chosenFirst(versions))
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
        {choice(t('versions.from'), from, (n) => setChosen({ from: n, to }))}
        {choice(t('versions.to'), to, (n) => setChosen({ from, to: n }))}
      </div>
      <h3>{t('versions.between', { from, to })}</h3>
      <Difference id={id} from={from} to={to} />
    </div>
  )
}
