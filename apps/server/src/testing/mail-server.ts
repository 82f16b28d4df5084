import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { initialEmailSettings } from '@parlance/contract'
import type { EmailSettings } from '@parlance/contract'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { afterEachFile } from './after-file.ts'

/** A mail as the server received it. */
export interface TakenMail {
  from: string
  to: string[]
  isEncrypted: boolean
  signedInAs: string | null
  /** Headers and body as sent. */
  source: string
  text: string
  html: string
}

export interface MailServer {
  port: number
  mails: TakenMail[]
  /** Settings that send through this server. */
  settings: EmailSettings
  close(): Promise<void>
}

const fixtures = new URL('../../../../packages/drivers/src/server/__fixtures__/', import.meta.url)
export const readFixture = (name: string): string => readFileSync(new URL(name, fixtures), 'utf8')

const authorities = getCACertificates('default')
afterEachFile(async () => setDefaultCACertificates(authorities))

/** The process trusts the test authority's certificates until the test file ends. */
export function trustTestAuthority(): void {
  setDefaultCACertificates([...authorities, readFixture('ca.pem')])
}

export const mailAccount = { username: 'postman', password: 'letters & parcels' }

/** A real SMTP server on its own port. Without options it accepts every mail, unencrypted and unauthenticated. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === mailAccount.username && password === mailAccount.password) callback(null, { user: username })
      else callback(new Error('Invalid username or password'))
    },
    onData: (stream, session, callback) => {
      const chunks: string[] = []
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => chunks.push(String(chunk)))
      stream.on('end', () => {
        mails.push(asTaken(chunks.join(''), session))
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    port,
    mails,
    settings: {
      ...initialEmailSettings,
      backend: 'smtp',
      from_email: 'parlance@example.test',
      from_name: 'Parlance',
      smtp_host: 'localhost',
      smtp_port: port,
      smtp_use_tls: false,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

/** A server that accepts connections but never speaks SMTP. */
export interface SilentServer {
  port: number
  connected: Promise<void>
  close(): void
}

/** @param drip sends a byte from time to time, so that a connection is never silent for long */
export async function startSilentServer(drip = false): Promise<SilentServer> {
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    resolve()
    if (!drip) return
    socket.write('220')
    const timer = setInterval(() => socket.write('-'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    connected,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A server that repeats one text on a connection for as long as it is read. */
export interface FloodingServer {
  port: number
  /** Bytes that were passed to the network. */
  sent(): number
  close(): void
}

/** @param tls speaks TLS from the first byte */
export async function startFloodingServer(first: string, text: string, tls = false): Promise<FloodingServer> {
  const chunk = text.repeat(Math.ceil((64 * 1024) / text.length))
  let sent = 0
  const flood = (socket: Socket) => {
    const fill = () => {
      while (!socket.destroyed && sent < 1024 ** 3) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('error', () => undefined).on('drain', fill)
    socket.write(first)
    fill()
  }
  const certificate = { key: readFixture('good.key'), cert: readFixture('good.pem') }
  const server = tls ? createTlsServer(certificate, flood) : createServer(flood)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return { port, sent: () => sent, close: () => void server.close() }
}

function asTaken(source: string, { envelope: { mailFrom, rcptTo }, secure, user }: SMTPServerSession): TakenMail {
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    isEncrypted: secure,
    signedInAs: typeof user === 'string' ? user : null,
    source,
    text: partOf(source, 'text/plain'),
    html: partOf(source, 'text/html'),
  }
}

/** One decoded part of a mail; empty if it has none of this type. */
function partOf(source: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1]
  const parts = boundary === undefined ? [source] : source.split(`--${boundary}`)
  const part = parts.find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  return decode(body.join('\r\n\r\n'), /content-transfer-encoding: (\S+)/i.exec(head)?.[1] ?? '7bit').trim()
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
