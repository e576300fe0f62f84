import { useGhostCompanies } from '#web/data/connections/ghost-companies.ts'
import { DeleteDataDialog, DisconnectSheetDialog } from './GhostDialogs.tsx'

interface SheetQuestionProps {
  /** The ghost company. */
  id: string
  kind: 'disconnect' | 'erase'
  onClose: () => void
}

/** In the list of sources too, its contacts stay when a sheet is disconnected. */
export const SheetQuestion = ({ id, kind, onClose }: SheetQuestionProps) => {
  const company = useGhostCompanies().data?.items.find((one) => one.id === id)
  if (!company) return null
  const Dialog = kind === 'disconnect' ? DisconnectSheetDialog : DeleteDataDialog
  return <Dialog company={company} onClose={onClose} />
}
