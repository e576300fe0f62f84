export type DataSourceKind = 'integration' | 'connection' | 'ghost_company' | 'webhook_endpoint'

/** Where CRM rows of a client come from. An integration and its data source have the same id. */
export interface DataSourceRef {
  clientId: string
  dataSourceId: string
}
