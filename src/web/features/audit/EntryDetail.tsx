import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { useAuditText } from '#web/lib/audit-text.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { OpenedRow } from '#web/ui/table/OpenedRow.tsx'
import styles from './audit.module.css'

/** Fields whose values are names of our own: `account_admin` reads as Account admin. */
const ownNames = new Set(['role', 'status', 'type', 'theme'])

const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const useValueText = () => {
  const { t } = useTranslation('audit')
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('detail.nothing')
    if (typeof value === 'boolean') return t(value ? 'detail.yes' : 'detail.no')
    if (Array.isArray(value)) return value.map(textOf).join(', ') || t('detail.nothing')
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

/** Both values, so that an emptied field reads as such. */
const Change = ({ field, values: [before, after] }: { field: string; values: readonly unknown[] }) => {
  const valueText = useValueText()
  const textOf = (value: unknown) => (ownNames.has(field) && typeof value === 'string' ? inWords(value) : valueText(value))
  return (
    <>
      <del className={styles.before}>{textOf(before)}</del> <IconArrowRight size={14} aria-hidden />{' '}
      <ins className={styles.after}>{textOf(after)}</ins>
    </>
  )
}

const Changes = ({ diff }: { diff: AuditEntry['diff'] }) => {
  const { t } = useTranslation('audit')
  const words = useAuditText()
  const changes = Object.entries(diff)
  if (changes.length === 0) return null
  return (
    <dl className={styles.facts} aria-label={t('detail.changes')}>
      {changes.map(([field, values]) => (
        <Fact key={field} title={words.field(field)}>
          <Change field={field} values={values} />
        </Fact>
      ))}
    </dl>
  )
}

const Code = ({ children }: { children: string }) => <span className={`monospace ${styles.code}`}>{children}</span>

const Facts = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useTranslation('audit')
  return (
    <dl className={styles.facts}>
      <Fact title={t('detail.entry')}>{entry.seq}</Fact>
      <Fact title={t('detail.at')}>
        <time dateTime={entry.at}>{exactTime(entry.at)}</time>
      </Fact>
      {entry.reason && <Fact title={t('columns.reason')}>{entry.reason}</Fact>}
      {entry.objectId && (
        <Fact title={t('detail.id')}>
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

/** What changed, the seal of the entry, and ways to more of the same. */
export const EntryDetail = ({ entry, onNarrow }: EntryDetailProps) => {
  const { t } = useTranslation('audit')
  const { user } = useSession()
  // To an account all of our own people are one.
  const actor = entry.actorKind === 'user' || user.isStaff ? (entry.actorId ?? entry.actorKind) : entry.actorKind
  return (
    <OpenedRow>
      <div className={styles.columns} data-single={Object.keys(entry.diff).length === 0 || undefined}>
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
              onNarrow({ ...(user.isStaff ? { client: entry.clientId } : {}), type: entry.objectType, object: entry.objectId })
            }
          >
            {t('detail.onlyObject')}
          </Button>
        )}
      </div>
    </OpenedRow>
  )
}
