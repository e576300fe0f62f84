import { useTranslation } from 'react-i18next'
import type { getLineage } from '#contract/crm/records.ts'
import type { Reply } from '#contract/kit/route.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { moneyFormat } from '#web/lib/format/money.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import { recordMessages } from '#web/messages/en-records.ts'
import styles from './records.module.css'

addTranslations('records', recordMessages)

type Opportunity = Reply<typeof getLineage>['opportunities'][number]

const outcomes: Record<Opportunity['outcome'], StatusKind> = { open: 'wait', won: 'good', lost: 'off' }

const amountOf = ({ amount, currency }: Opportunity): string | null =>
  amount === null ? null : moneyFormat(currency, { minimumFractionDigits: 0 }).format(Number(amount))

const Stage = ({ stage: { at, stage, is_deleted: isDeleted, provenance } }: { stage: Opportunity['stages'][number] }) => {
  const { t } = useTranslation('records')
  return (
    <li>
      <span className={styles.dot} aria-hidden />
      <div className="grow">
        <p className="medium">{isDeleted ? t('deletedStage', { stage }) : stage}</p>
        <p className="caption dim">{t(`provenance.${provenance}`)}</p>
      </div>
      <time dateTime={at} className="caption dim">
        {exactTime(at)}
      </time>
    </li>
  )
}

interface OpportunitiesProps {
  opportunities: readonly Opportunity[]
  /** A company shares them, and may leave out their names. */
  isShared: boolean
}

const OpportunityCard = ({ opportunity, isShared }: Pick<OpportunitiesProps, 'isShared'> & { opportunity: Opportunity }) => {
  const { t } = useTranslation('records')
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        <h4 className="small medium grow truncate">{opportunity.name ?? t(isShared ? 'nameNotShared' : 'unnamed')}</h4>
        <span className="small numeric">{amountOf(opportunity)}</span>
        <StatusBadge kind={outcomes[opportunity.outcome]}>{t(`outcomes.${opportunity.outcome}`)}</StatusBadge>
      </div>
      {opportunity.stages.length === 0 ? (
        <p className="caption dim">{t('noStages')}</p>
      ) : (
        <ol className={styles.steps}>
          {opportunity.stages.map((stage) => (
            <Stage key={`${stage.at} ${stage.stage}`} stage={stage} />
          ))}
        </ol>
      )}
    </article>
  )
}

export const Opportunities = ({ opportunities, isShared }: OpportunitiesProps) => {
  const { t } = useTranslation('records')
  if (opportunities.length === 0) return <p className="small dim">{t('noOpportunities')}</p>
  return opportunities.map((opportunity) => (
    <OpportunityCard key={opportunity.id} opportunity={opportunity} isShared={isShared} />
  ))
}
