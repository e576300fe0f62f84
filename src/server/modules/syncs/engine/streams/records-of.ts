import type { Page } from '#server/connectors/kit/records.ts'
import type { RecordBatch } from '../../../crm/model.ts'

/**
 * What a vendor's page brings for us to save; the rest of it is for the run. The records themselves have the fields that we save already, and
 * are handed on as they are: what was prepared of them stays with them.
 */
export const recordsOf = ({
  next: _next,
  rejected: _rejected,
  total: _total,
  isRestart: _isRestart,
  watermark: _watermark,
  columns: _columns,
  ...records
}: Page): RecordBatch => records
