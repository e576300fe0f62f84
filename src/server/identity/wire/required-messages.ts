// What must not be empty, with the promised texts. Members and parameters by their names on the wire.
const words: Readonly<Record<string, string>> = {
  Username: 'Username cannot be empty',
  USERNAME: 'Username cannot be empty',
  PASSWORD: 'Password cannot be empty',
  NEW_PASSWORD: 'Password cannot be empty',
  ConfirmationCode: 'Confirmation code cannot be empty',
  Code: 'Confirmation code cannot be empty',
  UserCode: 'Confirmation code cannot be empty',
  ANSWER: 'Challenge response cannot be empty',
  SOFTWARE_TOKEN_MFA_CODE: 'Challenge response cannot be empty',
  EMAIL_OTP_CODE: 'Challenge response cannot be empty',
  SMS_MFA_CODE: 'Challenge response cannot be empty',
  SMS_OTP_CODE: 'Challenge response cannot be empty',
  email: 'Email cannot be empty',
  phone_number: 'Phone number cannot be empty',
}

export const emptyText = (name: string): string | undefined => (Object.hasOwn(words, name) ? words[name] : undefined)
