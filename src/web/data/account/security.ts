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

/** Treats a session that the identity provider ended like one that our own server ended. */
const callProvider = async <T>(action: () => Promise<T>): Promise<T> => {
  try {
    return await withFreshProof(action)
  } catch (error) {
    throw isSessionOver(error) ? new ApiError({ code: 'UNAUTHENTICATED' }) : error
  }
}

/**
 * A change after which the queries it affects are fetched again. Its input may hold passwords, so it is not kept after the form closes.
 * A canceled change leaves no trace.
 */
const useChange = <V, T>(touched: readonly (readonly string[])[], change: (input: V) => Promise<T>) => {
  const queryClient = useQueryClient()
  const mutation: UseMutationResult<T, Error, V> = useMutation({
    mutationKey: securityKey,
    mutationFn: (input: V) => callProvider(() => change(input)),
    onSuccess: () => Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    onError: (error): void => {
      if (isProofCanceled(error)) mutation.reset()
    },
    gcTime: 0,
  })
  return mutation
}

/** Whether one of these changes is running. */
export const useIsChanging = () => useIsMutating({ mutationKey: securityKey }) > 0

export const useChangePassword = () => useChange([mfaKey, passkeysKey, devicesKey], changePassword)

export const useMfa = () =>
  useQuery({ queryKey: mfaKey, queryFn: async () => methodsOf(await callProvider(() => fetchMFAPreference())), staleTime: 0 })

export const useChangeMfa = () => useChange([mfaKey], (change: MfaChange) => updateMFAPreference(change))

/** A new key for an authenticator app. It is removed from memory as soon as no component shows it. */
export const useTotpSetup = (email: string) =>
  useQuery({
    queryKey: totpSetupKey,
    queryFn: async () => {
      const details = await callProvider(() => setUpTOTP())
      return { secret: details.sharedSecret, uri: details.getSetupUri(gateMessages.product, email).href }
    },
    staleTime: Infinity,
    gcTime: 0,
  })

/** Verifies a code of the app, then turns the method on. A code is valid once, so a retry continues with the step that failed. */
export const useTurnOnTotp = (before: MfaState) => {
  const isProven = useRef(false)
  return useChange([mfaKey], async (code: string) => {
    if (!isProven.current) await verifyTOTPSetup({ code })
    isProven.current = true
    await updateMFAPreference(turnedOn(before, 'totp'))
  })
}

const passkeysPerPage = 20

/** The provider chooses the size of its pages: this loads pages until one page of ours is full. */
const loadPasskeys = async (start: string) => {
  const passkeys: AuthWebAuthnCredential[] = []
  let nextToken = start || undefined
  for (let loaded = 0; loaded < passkeysPerPage && passkeys.length < passkeysPerPage; loaded += 1) {
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
    queryFn: ({ pageParam }) => callProvider(() => loadPasskeys(pageParam)),
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
      callProvider(async () => {
        const [devices, current] = await Promise.all([fetchDevices(), getDeviceKey()])
        return devices.filter(isRemembered).map((device) => ({ ...device, isCurrent: device.id === current }))
      }),
    staleTime: 0,
  })

export const useForgetDevice = () => useChange([devicesKey], (id: string) => forgetDevice({ device: { id } }))

/** Signs out afterwards: the next sign-in starts like that of a new user. */
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

/** Ends every session at the provider, then signs out here, which other tabs follow. */
export const useSignOutEverywhere = () => {
  const { signOut } = useSession()
  return useMutation({
    mutationKey: securityKey,
    mutationFn: async () => {
      await callProvider(() => endEverySession())
      await signOut()
    },
  })
}
