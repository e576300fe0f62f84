// What users say about themselves, and how they verify it.
import { z } from 'zod'
import { deliveryByText, deliveryTo } from '../accounts/accounts.ts'
import { mergeAttributes, readAttributes, removeAttributes } from '../accounts/attributes.ts'
import { assertAttributesKeepSecondStep, saveAttributes } from '../factors/methods.ts'
import { sendConfirmationCode } from '../emails.ts'
import { operation, type Answer, type Call } from '../pool.ts'
import { issueCode, redeemCode } from '../proofs/codes/codes.ts'
import { admitCodeRequest } from '../proofs/codes/code-requests.ts'
import type { Account, Attributes } from '../accounts/queries.ts'
import { invalidParameter } from '../wire/refusals.ts'
import { lockBearer, lockFreshBearer } from './bearer.ts'
import { attributeList, code, signedIn, text } from './wire-schemas.ts'

const provable = z.enum(['email', 'phone_number'])

interface Claimed {
  name: z.infer<typeof provable>
  value: string
}

const aboutOf = ({ name, value }: Claimed): string => `${name} ${value}`

const post = async (call: Call, account: Account, { name, value, issued }: Claimed & { issued: string }): Promise<void> => {
  if (name === 'email') return sendConfirmationCode(call, account, { code: issued, isOneOfSeveral: false })
  const sentence = 'is your code to confirm this phone number for Tributary. It is valid for 24 hours.'
  return call.postText?.(call.tx, { to: value, text: `${issued} ${sentence}` })
}

const sendCode = async (call: Call, account: Account, claimed: Claimed): Promise<Answer> => {
  if (await admitCodeRequest(call, account.sub, 'attribute_code')) {
    const issued = await issueCode(call, account.sub, 'attribute', aboutOf(claimed))
    await post(call, account, { ...claimed, issued })
  }
  return claimed.name === 'email' ? deliveryTo(claimed.value) : deliveryByText(claimed.value)
}

/** The number among the given attributes that has to be verified, if that is possible. */
const numberToProve = (call: Call, given: Attributes, merged: Attributes): string | undefined =>
  call.postText && merged['phone_number_verified'] !== 'true' ? given['phone_number'] : undefined

/** A phone number can be a second step: changing it changes how the user signs in. */
const holdBearerFor = (call: Call, names: readonly string[]) =>
  names.includes('phone_number') ? lockFreshBearer(call) : lockBearer(call)

export const updateUserAttributes = operation(signedIn.extend({ UserAttributes: attributeList }), async (call, input) => {
  const { account } = await holdBearerFor(
    call,
    input.UserAttributes.map(({ Name }) => Name),
  )
  const given = readAttributes(input.UserAttributes)
  const attributes = mergeAttributes(account.attributes, given)
  assertAttributesKeepSecondStep(call, account, attributes)
  const value = numberToProve(call, given, attributes)
  const sent = value === undefined ? [] : [await sendCode(call, account, { name: 'phone_number', value })]
  await saveAttributes(call, account, attributes)
  return { CodeDeliveryDetailsList: sent }
})

/** Returns nothing for attributes that need no code, or to which none can be sent. */
export const getUserAttributeVerificationCode = operation(signedIn.extend({ AttributeName: provable }), async (call, input) => {
  const { account } = await lockBearer(call)
  const { AttributeName: name } = input
  const value = account.attributes[name]
  if (value === undefined) throw invalidParameter(`The account has no ${name}.`)
  if (account.attributes[`${name}_verified`] === 'true') throw invalidParameter(`The ${name} is verified already.`)
  if (name === 'phone_number' && !call.postText) throw invalidParameter('Text messages are not sent here.')
  return { CodeDeliveryDetails: await sendCode(call, account, { name, value }) }
})

export const verifyUserAttribute = operation(signedIn.extend({ AttributeName: provable, Code: code }), async (call, input) => {
  const { AttributeName: name } = input
  const { account } = await holdBearerFor(call, [name])
  const value = account.attributes[name]
  if (value === undefined) throw invalidParameter(`The account has no ${name}.`)
  const about = aboutOf({ name, value })
  await redeemCode(call, { subject: { sub: account.sub, account }, kind: 'attribute', code: input.Code, about })
  await saveAttributes(call, account, { ...account.attributes, [`${name}_verified`]: 'true' })
  return {}
})

export const deleteUserAttributes = operation(
  signedIn.extend({ UserAttributeNames: z.array(text(64).min(1)).max(50) }),
  async (call, input) => {
    const { account } = await holdBearerFor(call, input.UserAttributeNames)
    const attributes = removeAttributes(account.attributes, input.UserAttributeNames)
    assertAttributesKeepSecondStep(call, account, attributes)
    await saveAttributes(call, account, attributes)
    return {}
  },
)
