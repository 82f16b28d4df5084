import { z } from 'zod'
import { emailSchema } from './email-address.ts'
import { plainText } from './text.ts'

export const emailBackends = ['console', 'smtp'] as const
export type EmailBackend = (typeof emailBackends)[number]

/** Sentences of the form, as the documents have them. */
export const emailTexts = {
  from: 'A valid from email is required.',
  host: 'SMTP host is required for SMTP.',
  hostAtTest: 'SMTP host is required for SMTP backend.',
  port: 'SMTP port must be from 1 to 65535.',
  credentialsAtTest: 'SMTP username and password are required for testing authentication.',
  testFirst: 'Please test the SMTP configuration before saving.',
}

/** How mail leaves, without its password. */
export const emailSettingsSchema = z.object({
  backend: z.enum(emailBackends),
  from_email: z.string(),
  from_name: z.string(),
  smtp_host: z.string(),
  smtp_port: z.number(),
  smtp_username: z.string(),
  /** STARTTLS is a must. */
  smtp_use_tls: z.boolean(),
  /** TLS from the first byte. */
  smtp_use_ssl: z.boolean(),
})
export type EmailSettings = z.infer<typeof emailSettingsSchema>

/** What a new installation has: mails are written to the log. */
export const initialEmailSettings: EmailSettings = {
  backend: 'console',
  from_email: '',
  from_name: '',
  smtp_host: '',
  smtp_port: 587,
  smtp_username: '',
  smtp_use_tls: true,
  smtp_use_ssl: false,
}

/** Outbound e-mail as it leaves the server: never with the password. */
export const emailConfigurationSchema = emailSettingsSchema.extend({ has_smtp_password: z.boolean() })
export type EmailConfigurationAnswer = z.infer<typeof emailConfigurationSchema>

const hostName = /^[A-Za-z0-9_.:[\]-]*$/

const emailForm = z.strictObject({
  backend: z.enum(emailBackends),
  from_email: emailSchema(emailTexts.from, emailTexts.from),
  from_name: plainText(200)
    .trim()
    .refine((name) => !/[\r\n]/.test(name), 'The from name must be one line.')
    .default(''),
  smtp_host: z.string().trim().max(253).regex(hostName, 'Enter a host name such as mail.example.com.').default(''),
  smtp_port: z
    .number(emailTexts.port)
    .int(emailTexts.port)
    .min(1, emailTexts.port)
    .max(65_535, emailTexts.port)
    .default(587),
  smtp_username: plainText(255).default(''),
  /** Null, absent or empty: the stored one, as long as host, port and user name stay the same. */
  smtp_password: z.string().max(1024).nullish(),
  smtp_use_tls: z.boolean().default(true),
  smtp_use_ssl: z.boolean().default(false),
})

/** POST /api/v1/env-config/email. SMTP settings are saved only after their test passed. */
export const saveEmailRequestSchema = emailForm.refine(
  ({ backend, smtp_host }) => backend === 'console' || smtp_host !== '',
  {
    path: ['smtp_host'],
    message: emailTexts.host,
  },
)
export type SaveEmailRequest = z.infer<typeof saveEmailRequestSchema>

/** POST /api/v1/env-config/email/test: sends a real mail; to the caller when `to` is absent. */
export const testEmailRequestSchema = emailForm
  .extend({ to: emailSchema('Please enter a valid email', 'Please enter a valid email').nullish() })
  .refine(({ backend, smtp_host }) => backend === 'console' || smtp_host !== '', {
    path: ['smtp_host'],
    message: emailTexts.hostAtTest,
  })
export type TestEmailRequest = z.infer<typeof testEmailRequestSchema>

/** A test that failed is an error answer. */
export const testEmailResponseSchema = z.object({ message: z.string(), details: z.string() })
export type EmailTestResponse = z.infer<typeof testEmailResponseSchema>

/** How new accounts come in: GET and POST /api/v1/env-config/registration. */
export const registrationSettingsSchema = z.strictObject({
  /** A code is mailed that the new person enters. */
  email_activation: z.boolean(),
  /** No administrator needs to approve. */
  auto_approval: z.boolean(),
})
export type RegistrationSettings = z.infer<typeof registrationSettingsSchema>
