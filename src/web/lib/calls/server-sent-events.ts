import { createParser, type ParserCallbacks } from 'eventsource-parser'

// A server that never ends a line would otherwise fill the memory.
const maxBufferSize = 65_536

/** Reads `text/event-stream` to its end, and fails where the connection breaks. */
export const readServerSentEvents = async (body: ReadableStream<Uint8Array>, callbacks: ParserCallbacks): Promise<void> => {
  const parser = createParser({ ...callbacks, maxBufferSize })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
