interface ServerSentEvent {
  id?: string
  event?: string
}

const parseLine = (line: string): [string, string] => {
  const [name = '', ...rest] = line.split(':')
  return [name, rest.join(':').replace(/^ /, '')]
}

/** A block without an event name is a heartbeat or a comment. */
const parseBlock = (block: string): ServerSentEvent => {
  const fields = new Map(block.split('\n').map(parseLine))
  const id = fields.get('id')
  const event = fields.get('event')
  return { ...(id ? { id } : {}), ...(event ? { event } : {}) }
}

/** Reads `text/event-stream` block by block. The topic says everything, so the data itself is not read. */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield parseBlock(block)
  }
}
