import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useConnectors } from '#web/data/connections.ts'
import { useIntegrations } from '#web/data/integration-list.ts'
import { useProgressPolling } from '#web/data/integration-status.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { useAddress } from '#web/lib/use-address.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PageActions } from '#web/ui/PageActions.tsx'
import type { Ask, Question } from './cards/question.ts'
import { CardGroup } from './CardGroup.tsx'
import { CardSkeletons } from './CardSkeletons.tsx'
import { ConnectDrawer } from './connect/ConnectDrawer.tsx'
import { useNextStep } from './connect/use-next-step.ts'
import { ConnectedNote } from './ConnectedNote.tsx'
import { Questions } from './dialogs/Questions.tsx'
import { Gallery } from './gallery/Gallery.tsx'
import { goToGallery, useWayToGallery } from './gallery/go-to-gallery.ts'
import { integrationsSearch } from './integrations-search.ts'
import { NoSources } from './NoSources.tsx'
import button from './page-button.module.css'
import { useKeptFocus } from './progress/use-kept-focus.ts'

addTranslations('syncs', syncMessages)

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

/** What the address asks to connect, once it is known what that takes. */
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

/** Every source of the account: what is connected, how it is doing, and what could be. */
export const IntegrationsPage = () => {
  const { search } = useAddress(integrationsSearch)
  const may = useMay()
  const query = useIntegrations({ isReturning: Boolean(search.integrated) })
  useProgressPolling(query.data?.items)
  const [question, setQuestion] = useState<Question | null>(null)
  const refresh = () => void query.refetch()
  useNextStep(query.data?.items, setQuestion)
  useWayToGallery(query.data !== undefined)
  return (
    <div className="stack">
      {may('integrations', 'w') && <ConnectButton />}
      <ConnectedNote integrations={query.data?.items} isFetching={query.isFetching} onRefresh={refresh} />
      <Loaded query={query} skeleton={<CardSkeletons />}>
        {({ items }) => <Sources sources={items} onAsk={setQuestion} />}
      </Loaded>
      <Gallery />
      <Connecting sources={query.data?.items} />
      <Questions question={question} onClose={() => setQuestion(null)} />
    </div>
  )
}
