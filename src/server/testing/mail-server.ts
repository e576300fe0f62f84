// A real SMTP server that stores what it gets, and can be made to fail.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The emails it took, as they came over the wire. */
  taken: string[]
  /** Called before an email is taken; what it throws is the answer. */
  beforeTaking: () => void
  close(): Promise<void>
}

/** An answer of a mail server, by its three digits. */
export const smtpRefusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })

export const startMailServer = async (): Promise<MailServer> => {
  const taken: string[] = []
  const mail: Pick<MailServer, 'beforeTaking'> = { beforeTaking: () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        try {
          mail.beforeTaking()
          taken.push(text)
          done()
        } catch (error) {
          done(error as Error)
        }
      })
    },
  })
  // A killed sender ends its connection without QUIT.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return Object.assign(mail, { url: `smtp://127.0.0.1:${port}`, taken, close })
}
