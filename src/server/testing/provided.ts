/** What the global set-up hands to the test files. */
export interface Provided {
  cluster: { socketDir: string; port: number }
  /** A folder with a new cluster in it that was never started. */
  initialised: string
  /** Seals the signing keys of databases that are made with some. */
  sealingKey: string
  /** A Citus cluster on which databases are made instead, where CITUS_URL names one. */
  citusUrl: string | undefined
}

declare module 'vitest' {
  interface ProvidedContext extends Provided {}
}
