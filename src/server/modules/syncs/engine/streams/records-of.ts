import type { Page } from '#server/connectors/kit/records.ts'
import type { RecordBatch } from '../../../crm/model.ts'

/**
 * The records of a vendor's page that we save; the rest of the page is for the run. The records already have the fields
 * that we save and are passed on unchanged, so that work prepared on them is kept.
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
