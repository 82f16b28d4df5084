import {
  emailTexts,
  saveEmailRequestSchema,
  type EmailConfigurationAnswer,
  type SaveEmailRequest,
} from '@parlance/contract'
import { z } from 'zod'
import { inOurWords } from '../../lib/use-zod-form.ts'

/** The form input. */
export type EmailForm = Omit<EmailConfigurationAnswer, 'smtp_port' | 'has_smtp_password'> & {
  smtp_port: string
  smtp_password: string
}

export function emailFormOf({ has_smtp_password: _has, ...stored }: EmailConfigurationAnswer): EmailForm {
  return { ...stored, smtp_port: String(stored.smtp_port), smtp_password: '' }
}

/** An empty password means the stored one. */
export function emailRequestOf(form: EmailForm): SaveEmailRequest {
  return {
    ...form,
    from_email: form.from_email.trim(),
    from_name: form.from_name.trim(),
    smtp_host: form.smtp_host.trim(),
    smtp_port: form.smtp_port.trim() === '' ? Number.NaN : Number(form.smtp_port),
    smtp_password: form.smtp_password === '' ? null : form.smtp_password,
  }
}

/** The contract's rules for the input; the host is checked even if another field is invalid. */
export const emailFormSchema = z.custom<EmailForm>().transform((form, context): SaveEmailRequest => {
  const request = emailRequestOf(form)
  const { data, error } = saveEmailRequestSchema.safeParse(request, inOurWords)
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  const lacksHost = form.backend === 'smtp' && request.smtp_host === ''
  if (lacksHost) context.addIssue({ code: 'custom', path: ['smtp_host'], message: emailTexts.host })
  return data ?? request
})

/** What a test needs before it can sign in. */
export function testProblemOf(form: EmailForm, hasPassword: boolean): string | null {
  if (form.backend === 'console') return null
  if (form.smtp_host.trim() === '') return emailTexts.hostAtTest
  if (form.smtp_username.trim() === '' || (form.smtp_password === '' && !hasPassword)) {
    return emailTexts.credentialsAtTest
  }
  return null
}
