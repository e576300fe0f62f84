// Runs the steps of a check or a test, and prints the output of a step that fails.
import { spawn } from 'node:child_process'
import { projectRoot } from '#server/platform/config.ts'

export interface Step {
  name: string
  command: readonly string[]
  /** Prints the output while the step runs. */
  loud?: boolean
  env?: Record<string, string>
}

export interface Outcome {
  ok: boolean
  output: string
}

export const runStep = (step: Step): Promise<Outcome> => {
  const [program = '', ...args] = step.command
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...step.env },
  })
  let output = ''
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
    if (step.loud) process.stdout.write(chunk)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

export const report = (step: Step, outcome: Outcome, milliseconds: number): void => {
  console.log(`${outcome.ok ? 'ok    ' : 'FAILED'} ${step.name} (${(milliseconds / 1000).toFixed(1)} s)`)
  if (!outcome.ok && !step.loud) console.log(outcome.output.trimEnd())
}
