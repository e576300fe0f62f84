import { onTestFinished, describe, expect, it } from 'vitest'
import type { LiveTopic } from '#contract/live.ts'
import { startLive } from './live.ts'

/** A line that says all of this and is then cut, or stays open after the last of them. */
const says = (text: string, { isLast = false } = {}): Response =>
  new Response(
    new ReadableStream({
      start: (line) => {
        line.enqueue(new TextEncoder().encode(text))
        if (!isLast) line.close()
      },
    }),
  )

const follow = (lines: string[], from?: string) => {
  const asked: (string | undefined)[] = []
  const heard: LiveTopic[] = []
  const live = startLive({
    open: async (lastEventId) => {
      asked.push(lastEventId)
      return says(lines[asked.length - 1] ?? '', { isLast: asked.length >= lines.length })
    },
    onTopic: (topic) => heard.push(topic),
    onConnected: () => {},
    onRefused: () => {},
    from,
    random: () => 0,
  })
  onTestFinished(live.stop)
  return { asked, heard, live }
}

describe('the live line', () => {
  it('asks for what was told after the place that is known from before a reload', async () => {
    const { asked, heard, live } = follow(['id: 8\nevent: integrations\ndata: {}\n\n'], '7')
    await expect.poll(() => heard).toEqual(['integrations'])
    expect(asked).toEqual(['7'])
    expect(live.heardUntil()).toBe('8')
  })

  it('goes on where it was cut, and tells nothing twice', async () => {
    const first = 'id: 1\n\nid: 2\nevent: users\ndata: {}\n\n'
    const { asked, heard } = follow([first, 'id: 2\nevent: users\ndata: {}\n\nid: 3\nevent: client\ndata: {}\n\n'])
    await expect.poll(() => heard).toEqual(['users', 'client'])
    expect(asked).toEqual([undefined, '2'])
  })

  it('understands messages that arrive in pieces, with line ends of either kind', async () => {
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
          start: (line) => {
            for (const piece of pieces) line.enqueue(new TextEncoder().encode(piece))
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

  it('connects again at once when the network is back, without waiting for its turn', async () => {
    const asked: (string | undefined)[] = []
    const live = startLive({
      open: async (lastEventId, signal) => {
        asked.push(lastEventId)
        const body = new ReadableStream({
          start: (line) => {
            line.enqueue(new TextEncoder().encode('id: 5\n\n'))
            signal.addEventListener('abort', () => line.error(new Error('cut')))
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
    await expect.poll(() => asked).toEqual([undefined, '5'])
  })
})
