import { z } from 'zod'
import { emailSchema } from './email-address.ts'
import { message } from './messages.ts'
import { plainText } from './text.ts'
import { patternFields } from './wire-message.ts'

export const emailBackends = ['console', 'smtp'] as const
export type EmailBackend = (typeof emailBackends)[number]

/** Messages of the form, as the requirement documents give them. */
export const emailTexts = {
  from: message('A valid from email is required.').text,
  host: message('SMTP host is required for SMTP.').text,
  hostAtTest: message('SMTP host is required for SMTP backend.').text,
  port: message('SMTP port must be from 1 to 65535.').text,
  credentialsAtTest: message('SMTP username and password are required for testing authentication.').text,
  testFirst: message('Please test the SMTP configuration before saving.').text,
}

/** How the server sends email, without the password. */
export const emailSettingsSchema = z.object({
  backend: z.enum(emailBackends),
  from_email: z.string(),
  from_name: z.string(),
  smtp_host: z.string(),
  smtp_port: z.number(),
  smtp_username: z.string(),
  /** Requires STARTTLS. */
  smtp_use_tls: z.boolean(),
  /** Uses TLS from the first byte. */
  smtp_use_ssl: z.boolean(),
})
export type EmailSettings = z.infer<typeof emailSettingsSchema>

/** Settings of a new installation: the server writes email to its standard output. */
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

/** Email settings, as responses contain them. They never contain the password. */
export const emailConfigurationSchema = emailSettingsSchema.extend({ has_smtp_password: z.boolean() })
export type EmailConfigurationAnswer = z.infer<typeof emailConfigurationSchema>

const hostName = /^[A-Za-z0-9_.:[\]-]*$/

const emailForm = z.strictObject({
  backend: z.enum(emailBackends),
  from_email: emailSchema(emailTexts.from, emailTexts.from),
  from_name: plainText(200)
    .trim()
    .refine((name) => !/[\r\n]/.test(name), message('The from name must be a single line.').text)
    .default(''),
  smtp_host: z
    .string()
    .trim()
    .max(253)
    .regex(hostName, message('Enter a host name such as mail.example.com.').text)
    .default(''),
  smtp_port: z
    .number(emailTexts.port)
    .int(emailTexts.port)
    .min(1, emailTexts.port)
    .max(65_535, emailTexts.port)
    .default(587),
  smtp_username: plainText(255).default(''),
  /** If null, absent, or empty, the stored one stays as long as host, port, and user name do not change. */
  smtp_password: z.string().max(1024).nullish(),
  smtp_use_tls: z.boolean().default(true),
  smtp_use_ssl: z.boolean().default(false),
})

/** POST /api/v1/env-config/email. The server saves only SMTP settings whose test succeeded. */
export const saveEmailRequestSchema = emailForm.refine(
  ({ backend, smtp_host }) => backend === 'console' || smtp_host !== '',
  {
    path: ['smtp_host'],
    message: emailTexts.host,
  },
)
export type SaveEmailRequest = z.infer<typeof saveEmailRequestSchema>

/** POST /api/v1/env-config/email/test: sends a real email, by default to the caller. */
export const testEmailRequestSchema = emailForm
  .extend({ to: emailSchema('Please enter a valid email', 'Please enter a valid email').nullish() })
  .refine(({ backend, smtp_host }) => backend === 'console' || smtp_host !== '', {
    path: ['smtp_host'],
    message: emailTexts.hostAtTest,
  })
export type TestEmailRequest = z.infer<typeof testEmailRequestSchema>

/** If the test fails, the response is an error. */
export const testEmailResponseSchema = z.object({
  message: z.string(),
  details: z.string(),
  /** Of `details`. */
  ...patternFields,
})
export type EmailTestResponse = z.infer<typeof testEmailResponseSchema>

/** What new users must do: GET and POST /api/v1/env-config/registration. */
export const registrationSettingsSchema = z.strictObject({
  /** Whether new users must enter an emailed code. */
  email_activation: z.boolean(),
  /** Whether new users need no approval. */
  auto_approval: z.boolean(),
})
export type RegistrationSettings = z.infer<typeof registrationSettingsSchema>
