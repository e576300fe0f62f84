// The request bodies of the admin API.
import { z } from 'zod'
import { faultKinds } from './faults.ts'

const stage = z.union([z.int().min(0), z.enum(['won', 'lost'])])
export const bodies = {
  person: z
    .object({
      firstName: z.string().max(100),
      lastName: z.string().max(100),
      email: z.string().max(254),
      phone: z.string().max(40),
      company: z.string().max(100),
      source: z.string().max(100),
      tags: z.array(z.string().max(100)).max(50),
      createdAt: z.int(),
    })
    .partial(),
  account: z.object({
    id: z.string().min(1).max(100).optional(),
    name: z.string().min(1).max(100),
    currency: z.string().length(3).optional(),
    pipelines: z.array(z.object({ name: z.string(), stages: z.array(z.string()).min(1) })).optional(),
  }),
  fill: z.object({
    people: z.int().min(0).max(1_000_000),
    deals: z.int().min(0).max(1_000_000),
    seed: z.int().default(1),
    days: z.int().optional(),
    until: z.int().optional(),
    stages: z.int().min(1).max(10).optional(),
  }),
  touch: z.object({ share: z.number().min(0).max(1), seed: z.int().default(1) }),
  deal: z.object({
    name: z.string().max(200),
    amount: z.number().nullable().default(1000),
    currency: z.string().length(3).default('USD'),
    personIds: z.array(z.string()).max(10).default([]),
    pipeline: z.int().min(0).default(0),
    stage: stage.default(0),
    source: z.string().max(100).default('Direct'),
  }),
  dealChange: z.object({
    stage: stage.optional(),
    amount: z.number().nullable().optional(),
    name: z.string().max(200).optional(),
  }),
  merge: z.object({ into: z.string() }),
  business: z.object({
    name: z.string().min(1).max(100),
    adAccounts: z.array(z.object({ name: z.string().min(1).max(100), currency: z.string().length(3) })).max(50),
    isGuest: z.boolean().optional(),
  }),
  agency: z.object({
    name: z.string().min(1).max(100),
    locations: z.array(z.object({ name: z.string().min(1).max(100) })).max(500),
  }),
  fault: z.object({
    kind: z.enum(faultKinds),
    times: z.int().positive().optional(),
    after: z.int().min(0).optional(),
    path: z.string().optional(),
    ms: z.int().min(0).max(60_000).optional(),
  }),
  webhooks: z.object({ duplicates: z.int().min(0).max(5), isReversed: z.boolean(), areLost: z.boolean() }).partial(),
  limits: z.object({ on: z.boolean() }),
  tokens: z.object({ do: z.enum(['expire', 'revoke']) }),
  /** The spend of an ad account's campaigns on single days. */
  spend: z
    .array(
      z.object({
        campaign: z.string().min(1).max(100),
        day: z.iso.date(),
        spend: z.number().min(0),
        impressions: z.int().min(0).default(0),
        clicks: z.int().min(0).default(0),
        conversions: z.number().min(0).default(0),
      }),
    )
    .max(10_000),
}
