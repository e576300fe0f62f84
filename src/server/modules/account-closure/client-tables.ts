export interface ClientTable {
  /** schema.name */
  name: string
  /** The columns of its primary key. */
  key: string[]
  columns: string[]
  /** Tables that its rows refer to. */
  refersTo: string[]
  /** Whether the caller may read its rows. */
  isReadable: boolean
}

const kept: ReadonlySet<string> = new Set(['client', 'ledger_entry', 'ledger_head', 'ledger_day'].map((name) => `public.${name}`))

/** What stays of a closed account: the account itself, its audit log, and who saw its contacts. */
const isKept = ({ name }: ClientTable): boolean => kept.has(name) || name.startsWith('public.audit_')

/** The tables to erase, in an order that violates no foreign key. */
export const erasable = (tables: readonly ClientTable[]): ClientTable[] => {
  const ordered: ClientTable[] = []
  const visit = (table: ClientTable, way: readonly ClientTable[]): void => {
    if (ordered.includes(table) || way.includes(table)) return
    for (const other of tables) if (other.refersTo.includes(table.name)) visit(other, [...way, table])
    ordered.push(table)
  }
  for (const table of tables) visit(table, [])
  return ordered.filter((table) => !isKept(table))
}

/** Tables that a request may read but that only serve the product, so that users need not know of them. */
export const unseen: ReadonlySet<string> = new Set([
  'live_event',
  'idempotency_key',
  'staff_request',
  'user_company',
  'email_preference',
  'onboarding_step',
  'data_source',
  'change_head',
  'change_log',
  'change_follower',
  'sync_run',
  'sync_stream',
  'sync_seen',
  'sync_reject',
  'webhook_event',
  'record_payload',
  'contact_alias',
  'opportunity_contact',
  'pipeline',
  'pipeline_stage',
  'crm_owner',
  'crm_list',
  'crm_list_member',
  'criteria_version',
  'connection_comment',
  'claim',
  'shared_record',
  'earlier_shared_id',
  'receipt',
  'exclusion_tag',
  'excluded_contact',
  'ledger_read',
  'webhook_property_day',
  'webhook_ignored_property',
  'webhook_delivery',
  'webhook_identity',
  'webhook_seen',
  'webhook_usage',
])

/** Labels of tables whose name does not say what they contain. */
const words: Readonly<Record<string, string>> = {
  app_user: 'users',
  opportunity: 'opportunities',
  touch: 'touches',
  ad_spend: 'spend_days',
  webhook_property: 'webhook_properties',
  ghost_company: 'ghost_companies',
}

/** The tables that are counted for the owner before closing the account, each with a label; a new table has its own name. */
export const countable = (tables: readonly ClientTable[]): { word: string; table: ClientTable }[] =>
  erasable(tables).flatMap((table) => {
    const [schema, name = ''] = table.name.split('.')
    if (schema !== 'public' || !table.isReadable || unseen.has(name)) return []
    return [{ word: words[name] ?? `${name}s`, table }]
  })
