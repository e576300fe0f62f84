// The vendor in a process of its own, as in life: it shares neither memory nor time with whoever reads it.
import { startSandbox } from '#sandbox/start.ts'

const sandbox = await startSandbox({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.stdout.write(`ready ${sandbox.url}\n`)
