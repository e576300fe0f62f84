// The vendor in its own process, as in production: it shares neither memory nor time with its readers.
import { startSandbox } from '#sandbox/start.ts'

const sandbox = await startSandbox({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.stdout.write(`ready ${sandbox.url}\n`)
