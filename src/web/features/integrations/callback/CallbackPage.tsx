import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { specifiedName } from '#contract/integrations/provider-spelling.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { useConnectors, useFinishConnect } from '#web/data/integrations/connect.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { providerTypeFrom } from '#web/lib/provider-type.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { showToast } from '#web/lib/toast.ts'
import { addressOf, innerPaths, paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { noteConnected } from '../connect/connect-return.ts'
import { leftFor } from '../connect/left-for.ts'

addTranslations('syncs', syncMessages)

const here = '/shell/integrations/callback/$type'

interface Answer {
  state: string
  code?: string
  error?: string
}

const longestError = 500

const readAnswer = (query: string): Answer | undefined => {
  const params = new URLSearchParams(query)
  const state = params.get('state')
  const code = params.get('code')
  const error = params.get('error')
  if (!state) return undefined
  return { state, ...(code ? { code } : {}), ...(error ? { error: error.slice(0, longestError) } : {}) }
}

/** The vendor's answer, read once from the address of the page load. */
const useAnswer = (): Answer | undefined => {
  const { state } = useSearch({ from: here })
  const initialSearch = useRouteContext({ from: here, select: (context) => context.initialSearch })
  const [answer] = useState(() => (state ? readAnswer(initialSearch) : undefined))
  return answer
}

const AllSources = () => {
  const { t } = useTranslation('syncs')
  return (
    <Button variant="default" renderRoot={(props) => <Link to={paths.integrations} {...props} />}>
      {t('callback.back')}
    </Button>
  )
}

/** Starts the connect flow again, for the same source if the user was reconnecting one. */
const TryAgain = ({ type }: { type: ProviderType }) => {
  const { t } = useTranslation('syncs')
  const { integrationId, ghostCompanyId } = leftFor()
  const search = { connect: type, ...presentOf({ again: integrationId }) }
  if (ghostCompanyId !== undefined) {
    return (
      <Button component={Link} to={addressOf(innerPaths.ghostCompany, ghostCompanyId)}>
        {t('callback.again')}
      </Button>
    )
  }
  return (
    <Button renderRoot={(props) => <Link to={paths.integrations} search={search} {...props} />}>{t('callback.again')}</Button>
  )
}

const Finishing = ({ type, provider, answer }: { type: ProviderType; provider: string; answer: Answer }) => {
  const { t } = useTranslation('syncs')
  const textOf = useErrorText()
  const navigate = useNavigate()
  const finish = useFinishConnect()
  const [failure, setFailure] = useState<string | null>(null)
  const isSent = useRef(false)

  const toGhostCompany = (id: string, { vendor, needs }: Integration) => {
    void showToast('success', `${t('success')} ${t(needs ? 'successSetup' : 'successText', { provider: vendor })}`)
    return navigate({ to: innerPaths.ghostCompany, params: { id }, replace: true })
  }

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const run = async () => {
      // First removes the vendor's answer from the address and the history.
      await navigate({ to: innerPaths.callback, params: { type }, search: {}, replace: true })
      try {
        const { integration } = await finish.mutateAsync({ type, ...answer })
        if (integration.ghost_company_id !== null) return await toGhostCompany(integration.ghost_company_id, integration)
        noteConnected(integration.id)
        return await navigate({ to: paths.integrations, search: { integrated: specifiedName(type) }, replace: true })
      } catch (error) {
        return setFailure(textOf(error))
      }
    }
    void run()
  })

  if (failure !== null) {
    return (
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={22} stroke={1.75} />}
          title={t('failed')}
          text={failure}
          actions={
            <>
              <TryAgain type={type} />
              <AllSources />
            </>
          }
        />
      </div>
    )
  }
  return (
    <div aria-live="polite" aria-busy>
      <EmptyState
        icon={<Loader size={20} />}
        title={t('callback.waiting', { provider })}
        text={t('callback.waitingText', { provider })}
      />
    </div>
  )
}

/** The page to which a vendor sends the browser back. */
export const CallbackPage = () => {
  const { t } = useTranslation('syncs')
  const named = providerTypeFrom(useParams({ from: here }).type)
  const connectors = useConnectors().data?.items
  const connector = connectors?.find(({ type }) => type === named)
  // Until the connectors are loaded, every name may be that of a vendor.
  const type = connectors && !connector ? undefined : named
  const answer = useAnswer()
  const inPanel = (children: ReactNode) => <Panel flush>{children}</Panel>
  if (type && answer) return inPanel(<Finishing type={type} provider={connector?.name ?? specifiedName(type)} answer={answer} />)
  return inPanel(
    <EmptyState
      icon={<IconPlugConnectedX size={22} stroke={1.75} />}
      title={t(type ? 'callback.nothing' : 'callback.unknown')}
      text={t('callback.nothingText')}
      actions={<AllSources />}
    />,
  )
}
