import { makeFirstCalls } from '#web/app/first-calls.ts'

void makeFirstCalls().catch(() => undefined)
void import('#web/app/start.tsx')
