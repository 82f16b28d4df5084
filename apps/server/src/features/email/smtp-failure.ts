import { DriverError } from '@parlance/drivers'

/** Why an email was not accepted, without addresses or the server's own words. */
export interface SmtpFailure {
  text: string
  /** For the log: a code from the protocol or the system. */
  code: string
  /** Whether a retry may succeed. */
  isTransient: boolean
}

const networkTexts: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this host and port.',
  ECONNRESET: 'The mail server broke the connection.',
  EPIPE: 'The mail server broke the connection.',
  EHOSTUNREACH: 'There is no way to this host.',
  ENETUNREACH: 'There is no way to this network.',
  EPROTOCOL: 'The mail server sends without end. Check the host and the port.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  TimeoutError: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server broke the connection.',
  ESOCKET: 'The mail server broke the connection.',
}

export function describeSmtpFailure(thrown: unknown): SmtpFailure {
  if (thrown instanceof DriverError) {
    return { text: thrown.message, code: thrown.kind, isTransient: thrown.kind !== 'permission' }
  }
  if (!(thrown instanceof Error)) return { text: 'The e-mail could not be sent.', code: 'unknown', isTransient: true }
  const error: SmtpError = thrown
  const isTransient = !isRefusal(error.responseCode)
  if (error.code === 'EAUTH') {
    return { text: 'The mail server refused the username or the password.', code: 'EAUTH', isTransient }
  }
  if (isTlsFailure(error)) {
    return { text: `TLS with the mail server failed: ${tlsReason(error)}.`, code: 'TLS', isTransient: false }
  }
  if (error.responseCode !== undefined) {
    return { text: replyText(error.responseCode, error.command), code: String(error.responseCode), isTransient }
  }
  const code = codes(error).find((known) => known in networkTexts) ?? 'unknown'
  return { text: networkTexts[code] ?? 'The e-mail could not be sent.', code, isTransient: true }
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

function replyText(responseCode: number, command: string | undefined): string {
  const whom = { 'MAIL FROM': 'the sender', 'RCPT TO': 'the recipient' }[command ?? ''] ?? 'the e-mail'
  return isRefusal(responseCode)
    ? `The mail server refused ${whom} (${responseCode}).`
    : `The mail server cannot take ${whom} now (${responseCode}). Try again later.`
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

function tlsReason(error: SmtpError): string {
  const found = codes(error).join(' ')
  if (/EXPIRED/.test(found)) return 'its certificate has expired'
  if (/ALTNAME/.test(found)) return 'its certificate is for another name'
  if (/SELF_SIGNED|UNABLE_TO_|CERT/.test(found)) return 'its certificate is not trusted here'
  return /STARTTLS/i.test(error.message) ? 'it does not offer STARTTLS' : 'it does not speak TLS at this port'
}
