import { connect, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { guardSocket, resolveHost } from '@parlance/drivers'
import type { OutboundEmail } from './configuration.ts'
import type { EmailText } from './templates.ts'

export interface SmtpPatience {
  /** Milliseconds for the whole delivery, whatever the server does. */
  totalMs: number
  /** Milliseconds without any data. */
  silenceMs: number
}

export const defaultPatience: SmtpPatience = { totalMs: 60_000, silenceMs: 20_000 }

/**
 * Delivers one email to the configured server. The host is resolved and checked first, and the connection uses the
 * checked address (R14).
 * @throws DriverError for an unknown or forbidden host, otherwise the error of the connection or the server
 */
export async function deliverBySmtp(
  configuration: OutboundEmail,
  { to, mail, id }: { to: string; mail: EmailText; id?: string },
  { patience, signal }: { patience: SmtpPatience; signal: AbortSignal },
): Promise<void> {
  const host = configuration.smtp_host.trim().replace(/^\[|\]$/g, '')
  const overall = AbortSignal.any([signal, AbortSignal.timeout(patience.totalMs)])
  const addresses = await orAborted(resolveHost(host), overall)
  const socket = await openSocket(addresses, configuration.smtp_port, {
    timeoutMs: patience.silenceMs,
    signal: overall,
  })
  // The replies to one email are a few kilobytes, so the limit of a sign-in is enough for all of them (R25).
  const guard = guardSocket(socket)
  const { smtp_use_ssl, smtp_use_tls, smtp_username, smtp_password } = configuration
  // Most servers start without sending an email, and many never send one.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port: configuration.smtp_port,
    secure: smtp_use_ssl,
    requireTLS: !smtp_use_ssl && smtp_use_tls,
    ignoreTLS: !smtp_use_ssl && !smtp_use_tls,
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) === 0 && { servername: host }) },
    ...(smtp_username !== '' && { auth: { user: smtp_username, pass: smtp_password?.reveal() ?? '' } }),
    connectionTimeout: patience.silenceMs,
    greetingTimeout: patience.silenceMs,
    socketTimeout: patience.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    connection: socket,
  })
  try {
    await transport.sendMail({
      from: { name: configuration.from_name || 'Parlance', address: configuration.from_email },
      // An address object is never parsed as a list.
      to: { name: '', address: to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      // Lets recipients recognize an email that was sent twice because its server died in between.
      ...(id !== undefined && { messageId: `<${id}@${domainOf(configuration.from_email)}>` }),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: overall,
    })
  } catch (error) {
    if (guard.failure === null) throw error
    throw Object.assign(new Error('The mail server sent too much data'), { code: 'EPROTOCOL' })
  } finally {
    guard.endSignIn()
    socket.destroy()
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** Stops waiting for a silent name service, so that it doesn't block a delivery. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })
  return Promise.race([work, aborted])
}

/** The socket knows only the checked addresses, so a second answer of the name service cannot lead elsewhere. */
function openSocket(
  addresses: string[],
  port: number,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all === true) return callback(null, found)
    callback(null, found[0]?.address ?? '', found[0]?.family)
  }
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'mail-server', port, lookup, autoSelectFamily: true, signal })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    // Stays attached, because a connection that breaks before the client listens must not end the process.
    socket.on('error', fail)
    socket.setTimeout(timeoutMs, () => fail(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })))
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      resolve(socket)
    })
  })
}
