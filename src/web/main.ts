import { makeFirstCalls } from '#web/app/first-calls.ts'
import { onNotLoaded } from '#web/app/not-loaded.ts'

void makeFirstCalls().catch(() => undefined)
import('#web/app/start.tsx').catch(onNotLoaded)
