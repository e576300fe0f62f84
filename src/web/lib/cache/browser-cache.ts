import { createLocalCache } from './local-cache.ts'

export const localCache = createLocalCache({ storage: localStorage, events: window })
