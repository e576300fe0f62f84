import { useTranslation } from 'react-i18next'
import { useConnectGhostSheet } from '#web/data/connections/ghost-companies.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { leaveFor } from '../../connect/left-for.ts'

/** Opens the consent at Google, from which the user comes back to the page of the ghost company. */
export const useConnectSheet = () => {
  const { t } = useTranslation('syncs')
  const { mutateAsync } = useConnectGhostSheet()
  return async (request: Parameters<typeof mutateAsync>[0]): Promise<void> => {
    const { oauth_url: address } = await mutateAsync(request)
    if (!address) throw new ApiError({ code: 'PROVIDER_NOT_SET_UP', detail: t('drawer.noAddress') })
    leaveFor({ ghostCompanyId: request.id })
    location.assign(address)
  }
}
