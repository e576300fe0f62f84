/** What the global set-up hands to the test files. */
export interface Provided {
  cluster: { socketDir: string; port: number }
}

declare module 'vitest' {
  interface ProvidedContext extends Provided {}
}
