import type { EmailSettings } from '@parlance/contract'
import { createBackground } from '../../background.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { Secret } from '../../secret.ts'
import type { SettingsService } from '../settings/service.ts'
import { assertTestable, canSend } from './configuration.ts'
import type { OutboundEmail } from './configuration.ts'
import { describeSmtpFailure } from './smtp-failure.ts'
import { defaultPatience, deliverBySmtp } from './smtp.ts'
import type { SmtpPatience } from './smtp.ts'
import { renderEmail } from './templates.ts'
import type { EmailTemplate, EmailTemplates, EmailText } from './templates.ts'

/** What a test that passed tells. */
export interface EmailTestResult {
  message: string
  details: string
}

export interface EmailService {
  /**
   * Queues a mail and returns at once: no answer's time tells whether one was sent. It is tried again a few times where
   * that may help; what fails for good is logged without addresses.
   */
  send<T extends EmailTemplate>(template: T, to: string, data: EmailTemplates[T]): void
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
  /** Milliseconds before each further try. */
  retryDelaysMs?: number[]
}

const defaultRetryDelaysMs = [5_000, 60_000, 10 * 60_000]

export function createEmailService(
  { log }: Pick<AppContext, 'log'>,
  settings: Pick<SettingsService, 'get'>,
  { patience = defaultPatience, retryDelaysMs = defaultRetryDelaysMs }: EmailOptions = {},
): EmailService {
  const queue = createBackground(log, { name: 'email', atOnce: 4, capacity: 1000 })

  async function configuration(): Promise<OutboundEmail> {
    const [stored, password] = [await settings.get('email'), await settings.get('email_password')]
    return { ...stored, smtp_password: password === null ? null : new Secret(password) }
  }

  async function deliver(to: string, mail: EmailText, signal: AbortSignal): Promise<void> {
    const current = await configuration()
    if (canSend(current)) return deliverBySmtp(current, { to, mail }, { patience, signal })
    // On purpose with its text: this backend is for trying things out, and the log is its mailbox.
    log.warn({ to, subject: mail.subject, text: mail.text }, 'e-mail (console backend)')
  }

  function enqueue(template: EmailTemplate, to: string, mail: EmailText, tries: number): void {
    const attempt = async (signal: AbortSignal) => {
      try {
        await deliver(to, mail, signal)
      } catch (error) {
        if (signal.aborted) return
        const { code, isTransient } = describeSmtpFailure(error)
        const delay = isTransient ? retryDelaysMs[tries] : undefined
        log.error({ template, reason: code, tries: tries + 1, isLast: delay === undefined }, 'an e-mail was not sent')
        if (delay !== undefined) enqueue(template, to, mail, tries + 1)
      }
    }
    queue.run(attempt, tries === 0 ? 0 : retryDelaysMs[tries - 1])
  }

  return {
    send: (template, to, data) => enqueue(template, to, renderEmail(template, data), 0),
    test: (tested, to) => test(tested, to, patience),
    configuration,
    backend: async () => (canSend(await configuration()) ? 'smtp' : 'console'),
    settled: () => queue.settled(),
    close: () => queue.close(),
  }
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
