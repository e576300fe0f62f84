import { onTestFinished, describe, expect, it } from 'vitest'
import type { LiveTopic } from '#contract/live.ts'
import { startLive } from './live.ts'

/** A stream that sends this text and then ends, or stays open when it is the last one. */
const streamOf = (text: string, { isLast = false } = {}): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode(text))
        if (!isLast) stream.close()
      },
    }),
  )

const follow = (streams: string[], from?: string) => {
  const openedAfter: (string | undefined)[] = []
  const heard: LiveTopic[] = []
  const live = startLive({
    open: async (lastEventId) => {
      openedAfter.push(lastEventId)
      return streamOf(streams[openedAfter.length - 1] ?? '', { isLast: openedAfter.length >= streams.length })
    },
    onTopic: (topic) => heard.push(topic),
    onConnected: () => {},
    onRefused: () => {},
    from,
    random: () => 0,
  })
  onTestFinished(live.stop)
  return { openedAfter, heard, live }
}

describe('The live stream', () => {
  it('requests the events after the last one from before a reload', async () => {
    const { openedAfter, heard, live } = follow(['id: 8\nevent: integrations\ndata: {}\n\n'], '7')
    await expect.poll(() => heard).toEqual(['integrations'])
    expect(openedAfter).toEqual(['7'])
    expect(live.heardUntil()).toBe('8')
  })

  it('resumes where it was cut, and reports no event twice', async () => {
    const first = 'id: 1\n\nid: 2\nevent: users\ndata: {}\n\n'
    const { openedAfter, heard } = follow([first, 'id: 2\nevent: users\ndata: {}\n\nid: 3\nevent: client\ndata: {}\n\n'])
    await expect.poll(() => heard).toEqual(['users', 'client'])
    expect(openedAfter).toEqual([undefined, '2'])
  })

  it('parses messages that arrive in pieces, with line ends of either kind', async () => {
    const heard: LiveTopic[] = []
    const live = startLive({
      open: async () => {
        const pieces = [
          'i',
          'd: 4\r',
          '\n\r\nid: 5\nev',
          'ent: us',
          'ers\ndata: {}\n',
          '\n: still here\n\n',
          'id: 6\nevent: client\n',
        ]
        const body = new ReadableStream({
          start: (stream) => {
            for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
          },
        })
        return new Response(body)
      },
      onTopic: (topic) => heard.push(topic),
      onConnected: () => {},
      onRefused: () => {},
    })
    onTestFinished(live.stop)
    await expect.poll(() => heard).toEqual(['users'])
    expect(live.heardUntil()).toBe('5')
  })

  it('reconnects immediately when the network is back, without waiting for the next retry', async () => {
    const openedAfter: (string | undefined)[] = []
    const live = startLive({
      open: async (lastEventId, signal) => {
        openedAfter.push(lastEventId)
        const body = new ReadableStream({
          start: (stream) => {
            stream.enqueue(new TextEncoder().encode('id: 5\n\n'))
            signal.addEventListener('abort', () => stream.error(new Error('cut')))
          },
        })
        return new Response(body)
      },
      onTopic: () => {},
      onConnected: () => {},
      onRefused: () => {},
    })
    onTestFinished(live.stop)
    await expect.poll(() => live.heardUntil()).toBe('5')
    live.reconnect()
    await expect.poll(() => openedAfter).toEqual([undefined, '5'])
  })
})
