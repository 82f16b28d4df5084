import { message, type Message } from '@parlance/contract'
import { DriverError } from '@parlance/drivers'

/** Why an email was not accepted, without addresses or the server's own words. */
export interface SmtpFailure {
  text: Message
  /** For the log: a code from the protocol or the system. */
  code: string
  /** Whether a retry may succeed. */
  isTransient: boolean
}

const networkTexts: Record<string, Message> = {
  ECONNREFUSED: message('The mail server refused the connection. Check the host and the port.'),
  ECONNRESET: message('The mail server closed the connection. Check the host, the port, and the encryption.'),
  EPIPE: message('The mail server closed the connection. Check the host, the port, and the encryption.'),
  EHOSTUNREACH: message('Could not reach the mail server. Check the host and the network of this server.'),
  ENETUNREACH: message('Could not reach the mail server. Check the host and the network of this server.'),
  EPROTOCOL: message('The mail server sent too much data. Check the host and the port.'),
  ETIMEDOUT: message('The mail server did not respond in time. Check the host and the port.'),
  TimeoutError: message('The mail server did not respond in time. Check the host and the port.'),
  ECONNECTION: message('The mail server closed the connection. Check the host, the port, and the encryption.'),
  ESOCKET: message('The mail server closed the connection. Check the host, the port, and the encryption.'),
}

export function describeSmtpFailure(thrown: unknown): SmtpFailure {
  if (thrown instanceof DriverError) {
    return { text: thrown.text, code: thrown.kind, isTransient: thrown.kind !== 'permission' }
  }
  if (!(thrown instanceof Error))
    return { text: message('Could not send the email. Check the email settings.'), code: 'unknown', isTransient: true }
  const error: SmtpError = thrown
  const isTransient = !isRefusal(error.responseCode)
  if (error.code === 'EAUTH') {
    return {
      text: message('The mail server rejected the username or the password. Check both.'),
      code: 'EAUTH',
      isTransient,
    }
  }
  if (isTlsFailure(error)) {
    return { text: describeTlsFailure(error), code: 'TLS', isTransient: false }
  }
  if (error.responseCode !== undefined) {
    return { text: replyText(error.responseCode, error.command), code: String(error.responseCode), isTransient }
  }
  const code = codes(error).find((known) => known in networkTexts) ?? 'unknown'
  return {
    text: networkTexts[code] ?? message('Could not send the email. Check the email settings.'),
    code,
    isTransient: true,
  }
}

interface SmtpError extends Error {
  code?: string
  /** The system's own code, if the client library replaced it with one of its own. */
  originalCode?: string
  /** The server's three-digit code. */
  responseCode?: number
  command?: string
}

/** The server will answer a 5xx code again on every retry. */
function isRefusal(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 500
}

function replyText(responseCode: number, command: string | undefined): Message {
  const isFinal = isRefusal(responseCode)
  if (command === 'MAIL FROM')
    return isFinal
      ? message('The mail server rejected the sender (code {responseCode}). Check the from address.', { responseCode })
      : message('The mail server does not accept the sender right now (code {responseCode}). Try again later.', {
          responseCode,
        })
  if (command === 'RCPT TO')
    return isFinal
      ? message('The mail server rejected the recipient (code {responseCode}). Check the email address.', {
          responseCode,
        })
      : message('The mail server does not accept the recipient right now (code {responseCode}). Try again later.', {
          responseCode,
        })
  return isFinal
    ? message('The mail server rejected the email (code {responseCode}). Check the email settings.', { responseCode })
    : message('The mail server does not accept the email right now (code {responseCode}). Try again later.', {
        responseCode,
      })
}

/** Lists the codes of the error and its causes. A failed connection to several addresses wraps theirs. */
function codes(error: SmtpError): string[] {
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  const further = inner.flatMap((cause: unknown) => (cause instanceof Error ? codes(cause) : []))
  return [...further, error.originalCode ?? '', error.code ?? '', error.name]
}

function isTlsFailure(error: SmtpError): boolean {
  if (error.code === 'ETLS') return true
  return codes(error).some((code) =>
    /^ERR_(TLS|SSL)_|^CERT_|^EPROTO$|_CERT$|_CERTIFICATE$|SELF_SIGNED|UNABLE_TO_/.test(code),
  )
}

function describeTlsFailure(error: SmtpError): Message {
  const found = codes(error).join(' ')
  if (/EXPIRED/.test(found))
    return message('The certificate of the mail server has expired. Renew it on the mail server.')
  if (/ALTNAME/.test(found))
    return message('The certificate of the mail server is for another host name. Check the host.')
  if (/SELF_SIGNED|UNABLE_TO_|CERT/.test(found))
    return message(
      'This server does not trust the certificate of the mail server. Use a certificate from a trusted authority.',
    )
  return /STARTTLS/i.test(error.message)
    ? message('The mail server does not support STARTTLS. Choose another encryption.')
    : message('The mail server does not use TLS on this port. Check the port and the encryption.')
}
