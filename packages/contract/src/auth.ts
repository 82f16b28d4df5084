import { z } from 'zod'
import { emailSchema } from './email-address.ts'
import { message, type Message } from './messages.ts'
import { schemaText } from './schema-text.ts'

export const roles = ['ADMIN', 'GENERAL'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/** Limits the time that hashing a password takes. */
const passwordMaxLength = 1024

// Line breaks could forge mail headers and log lines. Direction marks could show another name than the stored one.
const unseemly = /[\p{Cc}\p{Cs}\u{2028}\u{2029}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u

/** A name on one line. */
function nameSchema(label: Message, { min = 1, max }: { min?: number; max: number }) {
  const required = schemaText(message('{label} is required', { label }))
  return z
    .string(required)
    .trim()
    .min(1, required)
    .min(min, schemaText(message('{label} must be at least {min} characters', { label, min })))
    .max(max, schemaText(message('{label} must be at most {max} characters', { label, max })))
    .refine(
      (text) => !unseemly.test(text),
      schemaText(message('{label} contains a character that is not allowed', { label })),
    )
}

/** The requirement documents give the messages. The browser shows them under the fields. */
export const loginRequestSchema = z.strictObject({
  email: emailSchema('Email is required', 'Please enter a valid email'),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(
      passwordMaxLength,
      schemaText(message('Password must be at most {max} characters', { max: passwordMaxLength })),
    ),
})
export type LoginRequest = z.infer<typeof loginRequestSchema>

export const registerRequestSchema = z.strictObject({
  email: loginRequestSchema.shape.email,
  username: nameSchema(message('Username'), { min: 3, max: 100 }),
  password: loginRequestSchema.shape.password,
  organization: nameSchema(message('Organization'), { max: 200 }),
})
export type RegisterRequest = z.infer<typeof registerRequestSchema>

export const registerResponseSchema = z.object({
  status: z.enum(['activated', 'pending_approval', 'activation_required']),
  message: z.string(),
  /** Only with the console email backend, which sends nothing. */
  activation_code: z.string().optional(),
})
export type RegisterResponse = z.infer<typeof registerResponseSchema>

export const activateRequestSchema = z.strictObject({
  email: loginRequestSchema.shape.email,
  /** As in the email. Case, spaces, and hyphens do not matter. */
  code: z.string('Activation code is required').trim().min(1, 'Activation code is required').max(64),
})
export type ActivateRequest = z.infer<typeof activateRequestSchema>

/** `pending_approval`: the email address is confirmed, and an administrator must approve the user. */
export const activateResponseSchema = z.object({
  status: z.enum(['activated', 'pending_approval']),
  message: z.string(),
})
export type ActivateResponse = z.infer<typeof activateResponseSchema>

/** The response is the same whether or not the account exists. Only the email contains the code. */
export const resendActivationRequestSchema = z.strictObject({ email: loginRequestSchema.shape.email })

export const forgotPasswordRequestSchema = z.strictObject({
  email: emailSchema('Please enter a valid email address.', 'Please enter a valid email address.'),
})

/** `token` and `email` of the emailed link. */
export const resetPasswordRequestSchema = z.strictObject({
  email: emailSchema('This reset link is invalid or has expired.', 'This reset link is invalid or has expired.'),
  new_password: z
    .string('Password is required')
    .min(8, 'Must be at least 8 characters.')
    .max(passwordMaxLength, schemaText(message('Must be at most {max} characters.', { max: passwordMaxLength }))),
  token: z
    .string('This reset link is invalid or has expired.')
    .min(1, 'This reset link is invalid or has expired.')
    .max(200, 'This reset link is invalid or has expired.'),
})
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>

const invitationTokenSchema = z
  .string('This invitation is invalid or has expired. Ask your administrator for a new one.')
  .min(1, 'This invitation is invalid or has expired. Ask your administrator for a new one.')
  .max(200, 'This invitation is invalid or has expired. Ask your administrator for a new one.')

/** `token` of the link of an invitation. */
export const readInvitationRequestSchema = z.strictObject({ token: invitationTokenSchema })

/** Whom an invitation is for. */
export const invitationSchema = z.object({ email: z.string(), expires_at: z.string() })
export type Invitation = z.infer<typeof invitationSchema>

export const acceptInvitationRequestSchema = z.strictObject({
  token: invitationTokenSchema,
  username: registerRequestSchema.shape.username,
  password: resetPasswordRequestSchema.shape.new_password,
})
export type AcceptInvitationRequest = z.infer<typeof acceptInvitationRequestSchema>

export const userSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  username: z.string(),
  organization: z.string(),
  role: roleSchema,
  /** N pending, A approved. */
  status: z.enum(['N', 'A']),
  is_active: z.boolean(),
  is_premium: z.boolean(),
  tenant_name: z.string().nullable(),
  created_at: z.string(),
  last_login_at: z.string().nullable(),
})
export type User = z.infer<typeof userSchema>

export const tokenResponseSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** In seconds. */
  expires_in: z.number(),
  user: userSchema,
})
export type TokenResponse = z.infer<typeof tokenResponseSchema>

export const messageResponseSchema = z.object({ message: z.string() })

/** `provider_url`: where the browser also ends the session at the sign-in provider; null if there is none. */
export const signOutResponseSchema = messageResponseSchema.extend({ provider_url: z.string().nullable() })

export const changePasswordRequestSchema = z.strictObject({
  current_password: z
    .string('Current password is required.')
    .min(1, 'Current password is required.')
    .max(passwordMaxLength, 'The current password is incorrect.'),
  new_password: z
    .string('New password must be at least 8 characters.')
    .min(8, 'New password must be at least 8 characters.')
    .max(
      passwordMaxLength,
      schemaText(message('New password must be at most {max} characters.', { max: passwordMaxLength })),
    ),
})
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>

/** Changing the password ends every sign-in. This browser continues with a new one. */
export const changePasswordResponseSchema = messageResponseSchema.extend({ access_token: z.string() })
