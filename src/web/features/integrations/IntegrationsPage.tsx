import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, useEffect, useRef, type FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useConnectors } from '#web/data/integrations/connect.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { useProgressPolling } from '#web/data/integrations/integration-status.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { ghostMessages } from '#web/messages/en-ghost-companies.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { failureOf } from '#web/ui/loading/failed-queries.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import type { Ask, Question } from './cards/question.ts'
import { ConnectDrawer } from './connect/ConnectDrawer.tsx'
import { useNextStep } from './connect/use-next-step.ts'
import { ConnectedNote } from './ConnectedNote.tsx'
import { Questions } from './dialogs/Questions.tsx'
import { Gallery } from './gallery/Gallery.tsx'
import { goToGallery, useWayToGallery } from './gallery/go-to-gallery.ts'
import { integrationsSearch } from './integrations-search.ts'
import { NoSources } from './NoSources.tsx'
import button from '#web/ui/page/page-button.module.css'
import { SourceCard } from './cards/SourceCard.tsx'
import styles from './IntegrationsPage.module.css'

const sourceOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-source]')?.dataset['source']

/** A disabled or removed button also loses the focus, but then the user has not left it. */
const isLeft = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** The first button of a card changes when a sync starts or ends: the focus moves from the old button to the new one. */
const useKeptFocus = () => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (last.current === undefined) return
    const card = document.querySelector<HTMLElement>(`[data-source="${last.current}"]`)
    // The card itself has the focus only until its next button is enabled.
    if (document.activeElement !== document.body && document.activeElement !== card) return
    const button = card?.querySelector<HTMLElement>('[data-first]:not(:disabled)')
    ;(button ?? card)?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent) => void (last.current = sourceOf(target)),
    onBlur: ({ target, relatedTarget }: FocusEvent) =>
      void requestAnimationFrame(() => {
        const isElsewhere = relatedTarget !== null || isLeft(target)
        if (isElsewhere && !document.activeElement?.closest('[data-source]')) last.current = undefined
      }),
  }
}

const CardSkeletons = () => (
  <div className={styles.connected} aria-hidden>
    <Skeleton height={12} width={88} my={4} />
    <div className={styles.cards}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} height={246} radius="md" />
      ))}
    </div>
  </div>
)

interface CardGroupProps {
  name: 'connected' | 'disconnected'
  sources: readonly Integration[]
  onAsk: Ask
}

/** Cards of one kind under their heading; nothing if there are none. A source with unfinished setup does not count as connected. */
const CardGroup = ({ name, sources, onAsk }: CardGroupProps) => {
  const { t } = useTranslation('syncs')
  if (sources.length === 0) return null
  const unfinished = name === 'connected' ? sources.filter(({ needs }) => needs !== null).length : 0
  return (
    <section className={styles.connected} aria-labelledby={name}>
      <div className={styles.sectionHead}>
        <h2 id={name} className={styles.section}>
          {t(name)} <span className="dim numeric">{sources.length - unfinished}</span>
        </h2>
        {unfinished > 0 && <p className={styles.unfinished}>{t('unfinished', { count: unfinished })}</p>}
      </div>
      <div className={styles.cards}>
        {sources.map((source) => (
          <SourceCard key={source.id} source={source} onAsk={onAsk} />
        ))}
      </div>
    </section>
  )
}

addTranslations('syncs', syncMessages)
addTranslations('ghosts', ghostMessages)

const ConnectButton = () => {
  const { t } = useTranslation('syncs')
  return (
    <PageActions>
      <Button
        className={button.button ?? ''}
        variant="default"
        aria-label={t('connectSource')}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={goToGallery}
      >
        <span className="from-tablet">{t('connectSource')}</span>
      </Button>
    </PageActions>
  )
}

const Sources = ({ sources, onAsk }: { sources: Integration[]; onAsk: Ask }) => {
  const keptFocus = useKeptFocus()
  if (sources.length === 0) return <NoSources />
  const isOff = ({ status }: Integration) => status === 'disconnected'
  return (
    <div className="stack" {...keptFocus}>
      <CardGroup name="connected" sources={sources.filter((source) => !isOff(source))} onAsk={onAsk} />
      <CardGroup name="disconnected" sources={sources.filter(isOff)} onAsk={onAsk} />
    </div>
  )
}

/** The connect drawer for the vendor in the address, once its connector is loaded. */
const Connecting = ({ sources }: { sources: readonly Integration[] | undefined }) => {
  const { search, change } = useAddress(integrationsSearch)
  const may = useMay()
  const connector = useConnectors().data?.items.find(({ type }) => type === search.connect)
  if (!connector || !may('integrations', 'w') || (search.again && !sources)) return null
  return (
    <ConnectDrawer
      key={`${connector.type} ${search.again}`}
      connector={connector}
      again={sources?.find(({ id }) => id === search.again)}
      onClose={() => change({ connect: undefined, again: undefined })}
    />
  )
}

/** Every source of the account with its state, and the vendors that can be connected. */
export const IntegrationsPage = () => {
  const { search } = useAddress(integrationsSearch)
  const may = useMay()
  const query = useIntegrations({ isReturning: Boolean(search.integrated) })
  useProgressPolling(query.data?.items)
  const [question, setQuestion] = useState<Question | null>(null)
  const refresh = () => void query.refetch()
  const failure = failureOf([query, useConnectors()])
  useNextStep(query.data?.items, setQuestion)
  useWayToGallery(query.data !== undefined)
  return (
    <div className="stack">
      {may('integrations', 'w') && <ConnectButton />}
      <ConnectedNote integrations={query.data?.items} isFetching={query.isFetching} onRefresh={refresh} />
      {failure ? (
        <LoadFailed {...failure} />
      ) : (
        <>
          <Loaded query={query} skeleton={<CardSkeletons />}>
            {({ items }) => <Sources sources={items} onAsk={setQuestion} />}
          </Loaded>
          <Gallery />
        </>
      )}
      <Connecting sources={query.data?.items} />
      <Questions question={question} onClose={() => setQuestion(null)} />
    </div>
  )
}
