import { IconPencil, IconPlugConnectedX, IconTrash, IconEraser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useMay } from '#web/lib/may.ts'
import { paths } from '#web/paths.ts'
import { RowMenu, type RowAction } from '#web/ui/table/rows/RowMenu.tsx'
import type { Question } from '../cards/question.ts'
import { useSourceMenu } from '../cards/use-source-menu.tsx'
import { Questions } from '../dialogs/Questions.tsx'
import { DeleteCompanyDialog, DeleteDataDialog, DisconnectSheetDialog, RenameDialog } from './dialogs/GhostDialogs.tsx'

const icon = { size: 16, stroke: 1.75 }

type Asked = 'rename' | 'disconnect' | 'deleteData' | 'remove'

interface CompanyProps {
  company: GhostCompany
}

const Dialog = ({ company, asked, onClose }: CompanyProps & { asked: Asked; onClose: () => void }) => {
  const navigate = useNavigate()
  switch (asked) {
    case 'rename':
      return <RenameDialog company={company} onClose={onClose} />
    case 'disconnect':
      return <DisconnectSheetDialog company={company} onClose={onClose} />
    case 'deleteData':
      return <DeleteDataDialog company={company} onClose={onClose} />
    default:
      return (
        <DeleteCompanyDialog company={company} onDeleted={() => void navigate({ to: paths.connections })} onClose={onClose} />
      )
  }
}

interface Wanted {
  /** A sheet that can be disconnected. */
  isConnected: boolean
  hasSheet: boolean
}

/** Actions on the company, before and after those on its sheet. */
const useCompanyActions = (onAsk: (asked: Asked) => void, { isConnected, hasSheet }: Wanted) => {
  const { t } = useTranslation('ghosts')
  const may = useMay()
  const action = (name: Asked, mark: RowAction['icon'], isShown: boolean): RowAction[] =>
    isShown ? [{ name, label: t(`menu.${name}`), icon: mark, isDangerous: name !== 'rename', onClick: () => onAsk(name) }] : []
  return {
    before: action('rename', <IconPencil {...icon} />, may('ghostCompanies', 'w')),
    after: [
      ...action('disconnect', <IconPlugConnectedX {...icon} />, isConnected && may('ghostCompanies', 'x')),
      ...action('deleteData', <IconEraser {...icon} />, hasSheet && may('ghostCompanies', 'd')),
      ...action('remove', <IconTrash {...icon} />, may('ghostCompanies', 'd')),
    ],
  }
}

const MenuAlone = ({ company }: CompanyProps) => {
  const { t } = useTranslation('ghosts')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { before, after } = useCompanyActions(setAsked, { isConnected: false, hasSheet: false })
  return (
    <>
      <RowMenu label={t('page.more', { name: company.company_name })} actions={[...before, ...after]} />
      {asked && <Dialog company={company} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What the page shows anyway, or the company's own menu asks in its own words. */
const leftOut = new Set(['mapping', 'disconnect', 'erase'])

const MenuOfSheet = ({ company, sheet }: CompanyProps & { sheet: Integration }) => {
  const { t } = useTranslation('ghosts')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const actions = useSourceMenu(sheet, setQuestion, 'page').filter(({ name }) => !leftOut.has(name))
  const { before, after } = useCompanyActions(setAsked, { isConnected: sheet.status !== 'disconnected', hasSheet: true })
  return (
    <>
      <RowMenu label={t('page.more', { name: company.company_name })} actions={[...before, ...actions, ...after]} />
      <Questions question={question} onClose={() => setQuestion(null)} />
      {asked && <Dialog company={company} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What can be done with a ghost company, and with its sheet as with every source. */
export const GhostMenu = ({ company, sheet }: CompanyProps & { sheet: Integration | undefined }) =>
  sheet ? <MenuOfSheet company={company} sheet={sheet} /> : <MenuAlone company={company} />
