// The schemas of typed texts. Their rules are in text-rules.ts, where forms find them too.
import { z } from 'zod'
import { currencyMessage, currencyRule } from './currencies.ts'
import { limits } from './limits.ts'
import {
  emailMessage,
  emailPattern,
  keptName,
  labelRule,
  messageRule,
  nameOrNoneRule,
  nameRule,
  reasonMax,
  reasonRule,
  reasonTooLong,
  nameTooLong,
  writtenNameMax,
  type TextRule,
} from './text-rules.ts'
import { isPlace, isZone, todaysZone } from './time-zones.ts'

const keeping = (rule: TextRule) => (text: string, context: z.RefinementCtx) => {
  const message = rule(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
}

export const email = z.string({ error: emailMessage }).trim().max(limits.emailMax, emailMessage).regex(emailPattern, emailMessage)

export const nameOf = (what: string) =>
  z
    .string({ error: `Please enter ${what}` })
    .max(writtenNameMax, nameTooLong)
    .transform(keptName)
    .pipe(z.string().superRefine(keeping(nameRule(what))))

export const nameOrNone = z
  .string()
  .max(writtenNameMax, nameTooLong)
  .transform(keptName)
  .pipe(z.string().superRefine(keeping(nameOrNoneRule)))

export const reason = z.string().trim().max(reasonMax, { error: reasonTooLong, abort: true }).superRefine(keeping(reasonRule))

export const labelOf = (what: string, max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .superRefine(keeping(labelRule(what)))

export const multilineText = (max: number) => z.string().trim().max(max).superRefine(keeping(messageRule))

/** Null, as calls that never return a secret answer it, means the same as leaving it out. */
export const optionalText = (max: number) => z.string().trim().max(max).nullish()

export const currency = z.string().max(3, { error: currencyMessage, abort: true }).superRefine(keeping(currencyRule))

const zoneMessage = 'Use an IANA time zone such as Europe/London'

/** What a browser reports. It may be an offset if the computer has no time zone set. */
export const reportedTimeZone = z.string().max(64).refine(isZone, zoneMessage).transform(todaysZone)

/** What a user chooses; stored under today's name, for any alias. */
export const timeZone = reportedTimeZone.refine((zone) => zone === 'UTC' || isPlace(zone), zoneMessage)
