import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { useAuditText } from '#web/lib/events/audit-text.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { OpenedRow } from '#web/ui/table/rows/OpenedRow.tsx'
import styles from './audit.module.css'

/** Fields whose values are our own identifiers: `account_admin` is shown as Account admin. */
const ownNames = new Set(['role', 'status', 'type', 'theme', 'companies'])

const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.every(isNothing))

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('•')

const useValueText = () => {
  const { t } = useTranslation('audit')
  const textOf = (value: unknown): string => {
    if (typeof value === 'number') return formatNumber(value)
    if (typeof value === 'boolean') return t(value ? 'detail.yes' : 'detail.no')
    if (Array.isArray(value)) return value.map(textOf).join(', ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return textOf
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Change = ({ field, values: [before, after] }: { field: string; values: readonly unknown[] }) => {
  const { t } = useTranslation('audit')
  const valueText = useValueText()
  const textOf = (value: unknown) => (ownNames.has(field) && typeof value === 'string' ? inWords(value) : valueText(value))
  const old = isNothing(before) ? null : <del className={styles.before}>{textOf(before)}</del>
  const current = isNothing(after) ? null : <ins className={styles.after}>{textOf(after)}</ins>
  // A count is a result, not a value that a user set.
  if (!old && typeof after === 'number') return current
  if (!old && current) return <Trans t={t} i18nKey="detail.set" components={{ value: current }} />
  if (old && !current) return <Trans t={t} i18nKey="detail.removed" components={{ value: old }} />
  return (
    <>
      {old} <IconArrowRight size={14} aria-hidden /> {current}
    </>
  )
}

const changesOf = (diff: AuditEntry['diff']) => Object.entries(diff).filter(([, values]) => !values.every(isNothing))

const Changes = ({ diff }: { diff: AuditEntry['diff'] }) => {
  const { t } = useTranslation('audit')
  const words = useAuditText()
  const changes = changesOf(diff)
  if (changes.length === 0) return null
  return (
    <div className={styles.changes}>
      <dl className={styles.facts} aria-label={t('detail.changes')}>
        {changes.map(([field, values]) => (
          <Fact key={field} title={words.field(field)}>
            <Change field={field} values={values} />
          </Fact>
        ))}
      </dl>
      {changes.some(([, values]) => values.some(isMasked)) && <p className="small dim">{t('detail.masked')}</p>}
    </div>
  )
}

const Code = ({ children }: { children: string }) => <span className={`monospace ${styles.code}`}>{children}</span>

const Facts = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useTranslation('audit')
  const words = useAuditText()
  return (
    <dl className={styles.facts}>
      <Fact title={t('detail.entry')}>{entry.seq}</Fact>
      <Fact title={t('detail.at')}>
        <time dateTime={entry.at}>{exactTime(entry.at)}</time>
      </Fact>
      {entry.reason && <Fact title={t('columns.reason')}>{entry.reason}</Fact>}
      {entry.objectId && (
        <Fact title={t('detail.id', { object: words.object(entry.objectType) })}>
          <Code>{entry.objectId}</Code>
        </Fact>
      )}
      {entry.requestId && (
        <Fact title={t('detail.request')}>
          <Code>{entry.requestId}</Code>
        </Fact>
      )}
      <Fact title={t('detail.hash')}>
        <Code>{entry.hash}</Code>
      </Fact>
    </dl>
  )
}

interface EntryDetailProps {
  entry: AuditEntry
  onNarrow: (next: object) => void
}

/** What changed, the hashes of the entry, and links to similar entries. */
export const EntryDetail = ({ entry, onNarrow }: EntryDetailProps) => {
  const { t } = useTranslation('audit')
  const { user } = useSession()
  // To an account, all staff are one actor.
  const actor = entry.actorKind === 'user' || user.isStaff ? (entry.actorId ?? entry.actorKind) : entry.actorKind
  return (
    <OpenedRow>
      <div className={styles.columns} data-single={changesOf(entry.diff).length === 0 || undefined}>
        <Changes diff={entry.diff} />
        <Facts entry={entry} />
      </div>
      <div className={styles.more}>
        <Button variant="default" size="xs" onClick={() => onNarrow({ action: entry.action })}>
          {t('detail.onlyAction')}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => onNarrow({ actor, ...(user.isStaff && entry.actorId === null ? { client: entry.clientId } : {}) })}
        >
          {t('detail.onlyActor')}
        </Button>
        {entry.objectId && (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              onNarrow({
                ...(user.isStaff ? { client: entry.actedInId ?? entry.clientId } : {}),
                type: entry.objectType,
                object: entry.objectId,
              })
            }
          >
            {t('detail.onlyObject')}
          </Button>
        )}
      </div>
    </OpenedRow>
  )
}
