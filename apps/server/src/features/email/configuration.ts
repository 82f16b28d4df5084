import { emailTexts } from '@parlance/contract'
import type { EmailSettings } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import type { SecretString } from '../../secrets/secret.ts'

/** The settings of outbound email, ready to use. */
export interface OutboundEmail extends EmailSettings {
  smtp_password: SecretString | null
}

/** Whether email leaves the server. The console backend sends nothing. */
export function canSend(settings: EmailSettings): boolean {
  return settings.backend === 'smtp' && settings.smtp_host !== '' && settings.from_email !== ''
}

/** A test signs in, so it needs more than sending does. @throws AppError bad_request with the documents' own texts */
export function assertTestable(configuration: OutboundEmail): void {
  const { backend, smtp_host, smtp_username, smtp_password } = configuration
  if (backend === 'console') return
  if (smtp_host.trim() === '') throw new AppError('bad_request', { detail: { text: emailTexts.hostAtTest } })
  if (smtp_username.trim() === '' || smtp_password === null) {
    throw new AppError('bad_request', { detail: { text: emailTexts.credentialsAtTest } })
  }
}
