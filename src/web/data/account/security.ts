import {
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'
import {
  associateWebAuthnCredential,
  deleteWebAuthnCredential,
  fetchDevices,
  fetchMFAPreference,
  forgetDevice,
  listWebAuthnCredentials,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
  type AuthWebAuthnCredential,
  type FetchDevicesOutput,
} from 'aws-amplify/auth'
import { useRef } from 'react'
import { leaveAccount } from '#contract/users/users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { endEverySession, getDeviceKey } from '#web/lib/identity/identity-client.ts'
import { isSessionOver } from '#web/lib/identity/errors/identity-error.ts'
import { changePassword } from '#web/lib/identity/change-password.ts'
import { isProofCanceled, withFreshProof } from '#web/lib/identity/proof/fresh-proof.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { gateMessages } from '#web/messages/en.ts'
import { methodsOf, turnedOn, type MfaChange, type MfaState } from './mfa.ts'

const securityKey = ['security']
const mfaKey = [...securityKey, 'mfa']
const passkeysKey = [...securityKey, 'passkeys']
const devicesKey = [...securityKey, 'devices']
const totpSetupKey = [...securityKey, 'totp-setup']

/** A session that the identity provider has ended takes the same way out as one that our own server has ended. */
const asking = async <T>(question: () => Promise<T>): Promise<T> => {
  try {
    return await withFreshProof(question)
  } catch (error) {
    throw isSessionOver(error) ? new ApiError({ code: 'UNAUTHENTICATED' }) : error
  }
}

/**
 * A change, after which what it has touched is fetched again. It may hold passwords, so nothing of it outlives the form. One that was
 * canceled leaves everything as if it had not been asked for.
 */
const useChange = <V, T>(touched: readonly (readonly string[])[], change: (given: V) => Promise<T>) => {
  const queryClient = useQueryClient()
  const mutation: UseMutationResult<T, Error, V> = useMutation({
    mutationKey: securityKey,
    mutationFn: (given: V) => asking(() => change(given)),
    onSuccess: () => Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    onError: (error): void => {
      if (isProofCanceled(error)) mutation.reset()
    },
    gcTime: 0,
  })
  return mutation
}

/** Whether one of these changes is on its way. */
export const useIsChanging = () => useIsMutating({ mutationKey: securityKey }) > 0

export const useChangePassword = () => useChange([mfaKey, passkeysKey, devicesKey], changePassword)

export const useMfa = () =>
  useQuery({ queryKey: mfaKey, queryFn: async () => methodsOf(await asking(() => fetchMFAPreference())), staleTime: 0 })

export const useChangeMfa = () => useChange([mfaKey], (change: MfaChange) => updateMFAPreference(change))

/** A new key for an authenticator app. It is gone from memory as soon as nobody looks at it. */
export const useTotpSetup = (email: string) =>
  useQuery({
    queryKey: totpSetupKey,
    queryFn: async () => {
      const details = await asking(() => setUpTOTP())
      return { secret: details.sharedSecret, uri: details.getSetupUri(gateMessages.product, email).href }
    },
    staleTime: Infinity,
    gcTime: 0,
  })

/** Proves that the app has the key, then asks for its codes. A code counts once, so a second try goes on where the first one failed. */
export const useTurnOnTotp = (before: MfaState) => {
  const isProven = useRef(false)
  return useChange([mfaKey], async (code: string) => {
    if (!isProven.current) await verifyTOTPSetup({ code })
    isProven.current = true
    await updateMFAPreference(turnedOn(before, 'totp'))
  })
}

const passkeysPerPage = 20

/** The provider chooses how much it answers at once: asks on until one page of ours is full. */
const loadPasskeys = async (start: string) => {
  const passkeys: AuthWebAuthnCredential[] = []
  let nextToken = start || undefined
  for (let asked = 0; asked < passkeysPerPage && passkeys.length < passkeysPerPage; asked += 1) {
    const pageSize = passkeysPerPage - passkeys.length
    const page = await listWebAuthnCredentials({ pageSize, ...(nextToken ? { nextToken } : {}) })
    passkeys.push(...page.credentials)
    nextToken = page.nextToken
    if (!nextToken) break
  }
  return { passkeys, nextToken }
}

export const usePasskeys = () =>
  useInfiniteQuery({
    queryKey: passkeysKey,
    queryFn: ({ pageParam }) => asking(() => loadPasskeys(pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextToken,
    select: ({ pages }) => pages.flatMap((page) => page.passkeys),
    staleTime: 0,
  })

export const useAddPasskey = () => useChange([passkeysKey], () => associateWebAuthnCredential())

export const useRemovePasskey = () =>
  useChange([passkeysKey], (credentialId: string) => deleteWebAuthnCredential({ credentialId }))

type Device = FetchDevicesOutput[number]

// Pools may also list devices that were seen but never trusted.
const isRemembered = ({ attributes }: Device) => attributes?.['dev:device_remembered_status'] !== 'not_remembered'

export const useDevices = () =>
  useQuery({
    queryKey: devicesKey,
    queryFn: () =>
      asking(async () => {
        const [devices, current] = await Promise.all([fetchDevices(), getDeviceKey()])
        return devices.filter(isRemembered).map((device) => ({ ...device, isCurrent: device.id === current }))
      }),
    staleTime: 0,
  })

export const useForgetDevice = () => useChange([devicesKey], (id: string) => forgetDevice({ device: { id } }))

/** Whoever left is nobody here: the next sign-in begins as for somebody new. */
export const useLeaveAccount = () => {
  const { user, signOut } = useSession()
  return useMutation({
    mutationKey: securityKey,
    mutationFn: async () => {
      await call(leaveAccount, { params: { id: user.id } })
      await signOut()
    },
  })
}

/** Every session ends at the provider, then this one takes the normal way out, which other tabs follow. */
export const useSignOutEverywhere = () => {
  const { signOut } = useSession()
  return useMutation({
    mutationKey: securityKey,
    mutationFn: async () => {
      await asking(() => endEverySession())
      await signOut()
    },
  })
}
