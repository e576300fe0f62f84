import { config } from '#web/lib/config.ts'
import { askPool } from '#web/lib/identity/pool-call.ts'

interface Link {
  username: string
  confirmationCode: string
}

export type Outcome = 'confirmed' | 'used' | 'expired' | 'tooMany' | 'failed'

/** What stands behind the `#`: `<user>.<secret>`. */
export const readLink = (hash: string): Link | undefined => {
  const [, username, confirmationCode] = /^#([0-9a-f-]{36})\.([\w-]{32})$/.exec(hash) ?? []
  return username && confirmationCode ? { username, confirmationCode } : undefined
}

const outcomes: Record<string, Outcome> = {
  NotAuthorizedException: 'used',
  CodeMismatchException: 'expired',
  ExpiredCodeException: 'expired',
  TooManyFailedAttemptsException: 'expired',
  LimitExceededException: 'tooMany',
  TooManyRequestsException: 'tooMany',
}

/** Only ever after a click: programs that check emails open every link in them. */
export const confirmBy = async ({ username, confirmationCode }: Link): Promise<Outcome> => {
  const { userPoolClientId } = config().identity
  try {
    await askPool('ConfirmSignUp', { ClientId: userPoolClientId, Username: username, ConfirmationCode: confirmationCode })
    return 'confirmed'
  } catch (error) {
    return outcomes[error instanceof Error ? error.name : ''] ?? 'failed'
  }
}
