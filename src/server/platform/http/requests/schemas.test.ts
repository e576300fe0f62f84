import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '#contract/all-routes.ts'
import { writerOf } from './schemas.ts'

describe('The reply serializer', () => {
  it('can be built for every route of the contract', () => {
    const bodies = allRoutes.flatMap(({ reply }) => ('stream' in reply ? [] : [reply.body]))
    expect(bodies.length).toBeGreaterThan(50)
    for (const body of bodies) expect(writerOf(body)).toBeTypeOf('function')
  })

  it('writes what the contract names and nothing else, and is built once', () => {
    const body = z.object({ name: z.string(), inner: z.object({ id: z.number() }) })
    const value = { name: 'Maya', secret: 'hidden', inner: { id: 1, token: 'hidden' } }
    expect(JSON.parse(writerOf(body)(value))).toEqual({ name: 'Maya', inner: { id: 1 } })
    expect(writerOf(body)).toBe(writerOf(body))
  })
  it('filters parts that contain themselves too', () => {
    interface Folder {
      name: string
      folders: Folder[]
    }
    const folder: z.ZodType<Folder> = z
      .object({ name: z.string(), folders: z.array(z.lazy(() => folder)) })
      .meta({ id: 'FolderOfATest' })
    const value = {
      name: 'a',
      folders: [{ name: 'b', secret: 'hidden', folders: [{ name: 'c', secret: 'hidden', folders: [] }] }],
    }
    expect(writerOf(z.object({ root: folder }))({ root: value })).not.toContain('hidden')
  })
})
