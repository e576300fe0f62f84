import type { Fault, FaultKind, SandboxVendor, WebhookFaults } from '#web/data/sandboxes.ts'

/** The faults that still affect requests. */
export const activeFaults = (faults: readonly Fault[]): Fault[] => faults.filter(({ times }) => times === undefined || times > 0)

const areOff = ({ areLost, isReversed, duplicates }: WebhookFaults): boolean => areLost || isReversed || duplicates > 0

export const misbehaves = ({ faults, webhooks }: Pick<SandboxVendor, 'faults' | 'webhooks'>): boolean =>
  activeFaults(faults).length > 0 || (webhooks !== null && areOff(webhooks))

export const howOften = ['1', '3', '10', 'always'] as const
export type HowOften = (typeof howOften)[number]

/** How many more requests a fault affects, as an option of the choice. */
export const timesOf = ({ times }: Fault): string => (times === undefined ? 'always' : String(times))

const slowly = 3_000

/** The faults with one added, or with one of them restarted. */
export const withFault = (faults: readonly Fault[], kind: FaultKind, often: HowOften): Fault[] => [
  ...withoutFault(faults, kind),
  { kind, ...(often === 'always' ? {} : { times: Number(often) }), ...(kind === 'slow' ? { ms: slowly } : {}) },
]

export const withoutFault = (faults: readonly Fault[], kind: FaultKind): Fault[] =>
  activeFaults(faults).filter((fault) => fault.kind !== kind)
