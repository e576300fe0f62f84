// Lists and invitations of one account, over many connections, as fast as they are answered, until told to stop.
import { asker } from './ask.ts'

const connections = 40
const [url = '', token = '', name = ''] = process.argv.slice(2)
const ask = asker(url, token)
const seen: Record<number, number> = {}
const stopping = new AbortController()

const line = async (index: number): Promise<void> => {
  for (let round = 0; !stopping.signal.aborted; round += 1) {
    const emails = Array.from({ length: 20 }, (_, one) => `${name}.${index}.${round}.${one}@flood.example.com`)
    const call = index % 2 === 0 ? ask('/users-api/users/') : ask('/users-api/users/invitations', { emails, role: 'user' })
    const status = await call()
    seen[status] = (seen[status] ?? 0) + 1
  }
}

const lines = Array.from({ length: connections }, (_, index) => line(index))
process.once('message', () => stopping.abort())
await Promise.all(lines)
process.send?.(seen)
process.disconnect?.()
