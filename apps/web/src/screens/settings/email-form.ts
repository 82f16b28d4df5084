import {
  emailTexts,
  saveEmailRequestSchema,
  type EmailConfigurationAnswer,
  type SaveEmailRequest,
} from '@parlance/contract'

/** The form as it is typed. */
export type EmailForm = Omit<EmailConfigurationAnswer, 'smtp_port' | 'has_smtp_password'> & {
  smtp_port: string
  smtp_password: string
}
const emailFields = [
  'backend',
  'from_email',
  'from_name',
  'smtp_host',
  'smtp_port',
  'smtp_username',
  'smtp_password',
  'smtp_use_tls',
  'smtp_use_ssl',
] as const satisfies (keyof EmailForm)[]
export type EmailProblems = Partial<Record<keyof EmailForm, string>>

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

/** What the fields lack, in the contract's sentences; a console needs no server. */
export function emailProblemsOf(form: EmailForm): EmailProblems {
  const checked = saveEmailRequestSchema.safeParse(emailRequestOf(form))
  const problems: EmailProblems = {}
  for (const issue of checked.error?.issues ?? []) {
    const name = emailFields.find((field) => field === issue.path[0])
    if (name !== undefined) problems[name] ??= issue.message
  }
  // The host is asked for even while another field is wrong.
  if (form.backend === 'smtp' && form.smtp_host.trim() === '') problems.smtp_host ??= emailTexts.host
  return problems
}

/** What must be there before a test can sign in. */
export function testProblemOf(form: EmailForm, hasPassword: boolean): string | null {
  if (form.backend === 'console') return null
  if (form.smtp_host.trim() === '') return emailTexts.hostAtTest
  if (form.smtp_username.trim() === '' || (form.smtp_password === '' && !hasPassword)) {
    return emailTexts.credentialsAtTest
  }
  return null
}
