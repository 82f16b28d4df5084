import type { EmailSettings } from '@parlance/contract'
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
import { addMail } from './outbox.ts'
import type { QueuedMail, SealedMail } from './outbox.ts'
import { describeSmtpFailure } from './smtp-failure.ts'
import { defaultPatience, deliverBySmtp } from './smtp.ts'
import type { SmtpPatience } from './smtp.ts'
import { renderEmail } from './templates.ts'
import type { EmailTemplate, EmailText } from './templates.ts'

/** What a test that passed tells. */
export interface EmailTestResult {
  message: string
  details: string
}

export interface EmailService {
  /**
   * Stores a mail beside what promises it; `deliver` sends it. It is tried again for some hours where that may help, by
   * whichever process; one that is given up is logged without addresses, and the audit log names the account.
   */
  queue<T extends EmailTemplate>(db: Kysely<Database> | Transaction<Database>, mail: QueuedMail<T>): Promise<void>
  /** Sends what waits, and from then on what comes; returns at once: no answer's time tells whether a mail was sent. */
  deliver(): void
  /**
   * Signs in at the server and sends a test mail, with a configuration that need not be stored.
   * @throws AppError bad_request when host, username or password is missing; email_failed with the reason
   */
  test(configuration: OutboundEmail, to: string): Promise<EmailTestResult>
  /** The stored configuration. */
  configuration(): Promise<OutboundEmail>
  /** The backend that mails leave by; `console` where SMTP was chosen without a host. */
  backend(): Promise<EmailSettings['backend']>
  /** Resolves once no mail waits or is being sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface EmailOptions {
  patience?: SmtpPatience
  /** Milliseconds before each further try; there is none after the last. */
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
    // Standard output is this backend's mailbox. The log, which may be collected elsewhere, gets no code and no link.
    context.print(consoleMail(to, mail))
  }

  const delivery = createMailDelivery(context, { retryDelaysMs, audit, deliver })
  return {
    queue: (db, mail) => addMail(db, mail, { keys: context.keys, now: context.now() }),
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

async function test(configuration: OutboundEmail, to: string, patience: SmtpPatience): Promise<EmailTestResult> {
  assertTestable(configuration)
  if (configuration.backend === 'console') {
    return { message: 'Console backend is working.', details: 'Emails are only logged, not sent.' }
  }
  try {
    const mail = renderEmail('test', {})
    await deliverBySmtp(configuration, { to, mail }, { patience, signal: new AbortController().signal })
  } catch (error) {
    throw new AppError('email_failed', { detail: describeSmtpFailure(error).text, cause: error })
  }
  return { message: 'Test email sent successfully.', details: `The mail server took a test e-mail to ${to}.` }
}
