// Writes openapi.json from the contract; with --check it only reports whether the file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/config.ts'
import { openApiDocument } from '#server/platform/http/openapi.ts'

const file = join(projectRoot, 'openapi.json')
const fresh = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) {
  const isStale = readFileSync(file, 'utf8') !== fresh
  if (isStale) console.error('openapi.json is stale: run npm run openapi.')
  process.exitCode = isStale ? 1 : 0
} else {
  writeFileSync(file, fresh)
}
