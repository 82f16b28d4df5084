import { formatMessage, message, patternOf, type EmailSettings, type EmailTestResponse } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { Secret } from '../../secrets/secret.ts'
import type { Database } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { assertTestable, canSend } from './configuration.ts'
import type { OutboundEmail } from './configuration.ts'
import { createMailDelivery } from './delivery.ts'
import { addMails } from './outbox.ts'
import type { QueuedMail, SealedMail } from './outbox.ts'
import { describeSmtpFailure } from './smtp-failure.ts'
import { defaultPatience, deliverBySmtp } from './smtp.ts'
import type { SmtpPatience } from './smtp.ts'
import { renderEmail } from './templates.ts'
import type { EmailTemplate, EmailText } from './templates.ts'

export interface EmailService {
  /**
   * Queues an email in the caller's transaction, and `deliver` sends it. Any process retries it for some hours if that
   * may help. A dropped email is logged without addresses, and the audit log names the account.
   */
  queue<T extends EmailTemplate>(db: Kysely<Database> | Transaction<Database>, mail: QueuedMail<T>): Promise<void>
  /** The same for several emails of one kind. */
  queueAll<T extends EmailTemplate>(db: Kysely<Database> | Transaction<Database>, mails: QueuedMail<T>[]): Promise<void>
  /**
   * Starts sending queued and later emails. Returns at once, so that no answer's timing reveals whether an email was
   * sent.
   */
  deliver(): void
  /**
   * Signs in to the server and sends a test email. The configuration need not be stored.
   * @throws AppError bad_request if the host, username or password is missing; email_failed with the reason
   */
  test(configuration: OutboundEmail, to: string): Promise<EmailTestResponse>
  configuration(): Promise<OutboundEmail>
  /** The backend in use. It is `console` if SMTP was selected without a host. */
  backend(): Promise<EmailSettings['backend']>
  /** Resolves when no email is waiting or being sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface EmailOptions {
  patience?: SmtpPatience
  /** Milliseconds before each retry. There is none after the last. */
  retryDelaysMs?: number[]
}

const minuteMs = 60_000
const defaultRetryDelaysMs = [5_000, minuteMs, 10 * minuteMs, 30 * minuteMs, 120 * minuteMs, 360 * minuteMs]

export function createEmailService(
  context: Pick<AppContext, 'store' | 'keys' | 'now' | 'log' | 'print'>,
  { settings, audit }: { settings: Pick<SettingsService, 'get'>; audit: Pick<AuditService, 'record'> },
  { patience = defaultPatience, retryDelaysMs = defaultRetryDelaysMs }: EmailOptions = {},
): EmailService {
  async function configuration(): Promise<OutboundEmail> {
    const [stored, password] = [await settings.get('email'), await settings.get('email_password')]
    return { ...stored, smtp_password: password === null ? null : new Secret(password) }
  }

  async function deliver(id: string, { to, mail }: SealedMail, signal: AbortSignal): Promise<void> {
    const current = await configuration()
    if (canSend(current)) return deliverBySmtp(current, { to, mail, id }, { patience, signal })
    // Standard output is this backend's mailbox. The log may be collected elsewhere, so it gets no code and no link.
    context.print(consoleMail(to, mail))
  }

  const delivery = createMailDelivery(context, { retryDelaysMs, audit, deliver })
  return {
    queue: (db, mail) => addMails(db, [mail], { keys: context.keys, now: context.now() }),
    queueAll: (db, mails) => addMails(db, mails, { keys: context.keys, now: context.now() }),
    deliver: () => delivery.wake(),
    test: (tested, to) => test(tested, to, patience),
    configuration,
    backend: async () => (canSend(await configuration()) ? 'smtp' : 'console'),
    settled: () => delivery.settled(),
    close: () => delivery.close(),
  }
}

function consoleMail(to: string, { subject, text }: EmailText): string {
  return `--- Email to ${to} (console backend, not sent)\nSubject: ${subject}\n\n${text}---\n`
}

async function test(configuration: OutboundEmail, to: string, patience: SmtpPatience): Promise<EmailTestResponse> {
  assertTestable(configuration)
  if (configuration.backend === 'console') {
    return {
      message: message('Console backend is working.').text,
      details: message('Emails are printed to standard output, not sent.').text,
    }
  }
  try {
    const mail = renderEmail('test', {})
    await deliverBySmtp(configuration, { to, mail }, { patience, signal: new AbortController().signal })
  } catch (error) {
    throw new AppError('email_failed', { detail: describeSmtpFailure(error).text, cause: error })
  }
  const details = message('The mail server accepted a test email to {to}.', { to })
  return {
    message: message('Test email sent successfully.').text,
    details: formatMessage(details),
    ...patternOf(details),
  }
}
