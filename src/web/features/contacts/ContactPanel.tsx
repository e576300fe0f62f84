import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#web/data/connections.ts'
import { useLineage, type Lineage } from '#web/data/syncs/records.ts'
import { useMay } from '#web/lib/may.ts'
import { dayOf, exactTime } from '#web/lib/time/dates.ts'
import { addressOf, innerPaths, paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Opportunities } from '#web/ui/records/Opportunities.tsx'
import { RecordBody, RecordSection } from '#web/ui/records/RecordBody.tsx'
import { Touches } from '#web/ui/records/Touches.tsx'
import { useFieldName } from '#web/ui/records/use-field-name.ts'
import { ContactMark } from './ContactMark.tsx'
import styles from './contacts.module.css'
import { isPseudonymous } from './is-pseudonymous.ts'

interface WhyProps extends Pick<Lineage, 'contact'> {
  shared: NonNullable<Lineage['contact']['shared']>
}

/** The agreement under which a company shares a contact. */
const Why = ({ contact, shared }: WhyProps) => {
  const { t } = useTranslation('contacts')
  const inForce = useConnection(shared.connection_id).data?.versionInForce ?? null
  const { company, since, type_of_data: type, connection_id: id } = shared
  const isWithdrawn = isPseudonymous(contact) && type === 'BASIC'
  return (
    <section className={styles.why}>
      <h3>{t('why.title')}</h3>
      <p>
        <span title={exactTime(since)}>{t('why.text', { company, day: dayOf(since) })}</span>{' '}
        {inForce !== null && `${t('why.version', { n: inForce })} `}
        {isWithdrawn ? t('why.withdrawn') : t(`why.types.${type}`, { company })}
      </p>
      <Button component={Link} to={addressOf(innerPaths.connection, id)} size="xs" variant="default">
        {t('why.action')}
      </Button>
    </section>
  )
}

/** A contact of the agency's own source, where each of its values can be traced. */
const Own = ({ contact, source }: Pick<Lineage, 'contact' | 'source'>) => {
  const { t } = useTranslation('contacts')
  if (!source) return null
  return (
    <section className={styles.why}>
      <p>{t('panel.ownText', { source: source.name })}</p>
      <Button
        component={Link}
        to={addressOf(innerPaths.source, source.integration_id)}
        search={{ tab: 'people', person: contact.id } as never}
        size="xs"
        variant="default"
      >
        {t('panel.lineage')}
      </Button>
    </section>
  )
}

/** A contact that came in by webhook: of each event the agency can see what was sent. */
const FromWebhook = ({ endpointId }: { endpointId: string }) => {
  const { t } = useTranslation('contacts')
  const mayOpen = useMay()('webhooks', 'r')
  return (
    <section className={styles.why}>
      <p>{t('panel.webhookText')}</p>
      {mayOpen && (
        <Button component={Link} to={paths.webhooks} search={{ endpoint: endpointId } as never} size="xs" variant="default">
          {t('panel.webhook')}
        </Button>
      )}
    </section>
  )
}

const dates = new Set(['createdAt', 'updatedAt'])

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {dayOf(at)}
  </time>
)

const Facts = ({ fields, contact: { email } }: Pick<Lineage, 'fields' | 'contact'>) => {
  const { t } = useTranslation('contacts')
  const nameOf = useFieldName()
  const known = fields.filter(({ value }) => value !== null && value !== '')
  const words = { copy: t('panel.copy'), copied: t('panel.copied'), refused: t('panel.refused') }
  if (known.length === 0) return <p className="small dim">{t('panel.noFacts')}</p>
  return (
    <dl className={styles.facts}>
      {known.map(({ field, value }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            {dates.has(field) ? <Day at={value ?? ''} /> : value}
            {field === 'email' && email !== null && <CopyButton text={email} words={words} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Story = ({ lineage }: { lineage: Lineage }) => {
  const { t } = useTranslation('contacts')
  return (
    <>
      {lineage.contact.shared && <Why contact={lineage.contact} shared={lineage.contact.shared} />}
      <RecordSection title={t('panel.facts')}>
        <Facts fields={lineage.fields} contact={lineage.contact} />
      </RecordSection>
      <RecordSection title={t('panel.opportunities')}>
        <Opportunities opportunities={lineage.opportunities} isShared={lineage.contact.shared !== null} />
      </RecordSection>
      <RecordSection title={t('panel.touches')}>
        <Touches touches={lineage.touches} />
      </RecordSection>
      <Own contact={lineage.contact} source={lineage.source} />
      {lineage.contact.webhook_endpoint_id !== null && <FromWebhook endpointId={lineage.contact.webhook_endpoint_id} />}
    </>
  )
}

const StorySkeleton = () => (
  <div className="stack" aria-hidden>
    <Skeleton height={104} radius="md" />
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} height={32} />
    ))}
  </div>
)

const useTitle = (lineage: Lineage | undefined) => {
  const { t } = useTranslation(['contacts', 'app'])
  if (!lineage) return { title: t('app:noValue') }
  const { contact, source } = lineage
  const note = contact.shared?.company ?? source?.name ?? ''
  const mark = <ContactMark contact={contact} size={40} />
  return { title: contact.name || contact.email || t('nobody'), note, mark }
}

/** One contact: why the agency sees it, what is known of it, and what became of it. */
export const ContactPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('contacts')
  const query = useLineage(id)
  return (
    <Sheet {...useTitle(query.data)} closeLabel={t('panel.close')} closesBeside onClose={onClose}>
      <RecordBody>
        <Loaded query={query} skeleton={<StorySkeleton />}>
          {(lineage) => <Story lineage={lineage} />}
        </Loaded>
      </RecordBody>
    </Sheet>
  )
}
