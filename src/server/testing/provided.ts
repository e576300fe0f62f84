/** What the global set-up passes to the test files. */
export interface Provided {
  cluster: { socketDir: string; port: number }
  /** A folder with a new cluster that was never started. */
  initialised: string
  /** Seals the signing keys of databases that have some. */
  sealingKey: string
  /** A Citus cluster on which databases are created instead, if CITUS_URL names one. */
  citusUrl: string | undefined
}

declare module 'vitest' {
  interface ProvidedContext extends Provided {}
}
