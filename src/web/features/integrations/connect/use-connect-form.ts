import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { specifiedName } from '#contract/integrations/provider-spelling.ts'
import { useStartConnect } from '#web/data/integrations/connect.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { paths } from '#web/paths.ts'
import { noteConnected } from './connect-return.ts'
import { leaveFor } from './left-for.ts'

type Field = ConnectorManifest['fields'][number]

const isAddress = (text: string) => URL.canParse(text) || URL.canParse(`https://${text}`)

const useRuleOf = () => {
  const { t } = useTranslation('syncs')
  return ({ label, kind, isRequired }: Field) =>
    (value: string): string | undefined => {
      const text = value.trim()
      if (text === '') return isRequired ? t('drawer.missing', { label }) : undefined
      return kind === 'url' && !isAddress(text) ? t('drawer.notAnAddress') : undefined
    }
}

/** The server names a field by its path in the request. */
const fieldOf =
  (fields: readonly Field[]) =>
  (error: unknown): string | undefined => {
    const named = error instanceof ApiError ? error.field?.split('.').at(-1) : undefined
    return fields.find(({ name }) => name === named)?.name
  }

/** The fields come from the manifest; after submitting, the browser goes to the vendor, or the source is connected. */
export const useConnectForm = ({ type, fields }: ConnectorManifest, again: Integration | undefined) => {
  const { t } = useTranslation('syncs')
  const ruleOf = useRuleOf()
  const navigate = useNavigate()
  const start = useStartConnect()
  return useForm<Record<string, string>>({
    initial: Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'url' ? (again?.url ?? '') : ''])),
    rules: Object.fromEntries(fields.map((field) => [field.name, ruleOf(field)])),
    submit: async (values) => {
      const typed = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
      const body = { fields: Object.fromEntries(typed) as Record<string, string>, ...(again ? { integration_id: again.id } : {}) }
      const { oauth_url: address, integration } = await start.mutateAsync({ type, ...body })
      if (integration) {
        noteConnected(integration.id)
        return navigate({ to: paths.integrations, search: { integrated: specifiedName(type) }, replace: true })
      }
      if (!address) throw new ApiError({ code: 'PROVIDER_NOT_SET_UP', detail: t('drawer.noAddress') })
      leaveFor({ integrationId: again?.id })
      return location.assign(address)
    },
    explain: useErrorText(),
    fieldOf: fieldOf(fields),
  })
}

export type ConnectForm = ReturnType<typeof useConnectForm>
