import type { Added } from './added/added.ts'
import type { Draft } from './draft.ts'

/** What every part of the builder gets. */
export interface EditorProps {
  /** The agency. */
  name: string
  draft: Draft
  /** Problems are shown after the user tried to save. */
  isChecked: boolean
  /** What is marked as new. */
  added: Added
  onChange: (next: Draft) => void
}
