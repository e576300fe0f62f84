/** English texts of every table that can hide columns or select rows. */
export const tableMessages = {
  columns: 'Columns',
  columnsOf: 'Columns of {{table}}',
  allColumns: 'Show all columns',
  select: 'Select',
  selectRow: 'Select {{row}}',
  selectLoaded: 'Select all rows shown',
  selected_one: '{{n}} selected',
  selected_other: '{{n}} selected',
  selectAll: 'Select all {{n}}',
  clear: 'Clear selection',
  rowCount_one: '{{n}} row',
  rowCount_other: '{{n}} rows',
} as const
