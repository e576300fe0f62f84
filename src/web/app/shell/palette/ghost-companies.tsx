import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconBuilding, IconBuildingPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useGhostCompanies } from '#web/data/connections/ghost-companies.ts'
import { useMay } from '#web/lib/may.ts'
import { innerPaths, paths } from '#web/paths.ts'

/** Ghost companies by their name, and an action that adds another one. */
export const useGhostCompanyActions = (): SpotlightActionGroupData => {
  const { t } = useTranslation('palette')
  const mayAdd = useMay()('ghostCompanies', 'w')
  const navigate = useNavigate()
  const add = {
    id: 'add-ghost-company',
    label: t('addGhost'),
    leftSection: <IconBuildingPlus size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: paths.connections, search: { add: true } }),
  }
  const open = (useGhostCompanies().data?.items ?? []).map(({ id, company_name: label }) => ({
    id,
    label,
    leftSection: <IconBuilding size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: innerPaths.ghostCompany, params: { id } }),
  }))
  return { group: t('ghosts'), actions: [...(mayAdd ? [add] : []), ...open] }
}
