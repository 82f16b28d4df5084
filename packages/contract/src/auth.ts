import { z } from 'zod'

export const roles = ['ADMIN', 'GENERAL'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/** Messages are the documents' own; the browser shows them under the fields. */
export const loginRequestSchema = z.strictObject({
  email: z
    .string()
    .min(1, 'Email is required')
    .max(254, 'Please enter a valid email')
    .pipe(z.email('Please enter a valid email')),
  password: z
    .string()
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(1024, 'Password must be at most 1024 characters'),
})
export type LoginRequest = z.infer<typeof loginRequestSchema>

export const registerRequestSchema = z.strictObject({
  email: loginRequestSchema.shape.email,
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .min(3, 'Username must be at least 3 characters')
    .max(100, 'Username must be at most 100 characters'),
  password: loginRequestSchema.shape.password,
  organization: z
    .string()
    .trim()
    .min(1, 'Organization is required')
    .max(200, 'Organization must be at most 200 characters'),
})
export type RegisterRequest = z.infer<typeof registerRequestSchema>

export const registerResponseSchema = z.object({
  status: z.enum(['activated', 'pending_approval', 'activation_required']),
  message: z.string(),
  activation_code: z.string().optional(),
})
export type RegisterResponse = z.infer<typeof registerResponseSchema>

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
  /** Seconds. */
  expires_in: z.number(),
  user: userSchema,
})
export type TokenResponse = z.infer<typeof tokenResponseSchema>

export const messageResponseSchema = z.object({ message: z.string() })

export const changePasswordRequestSchema = z.strictObject({
  current_password: z.string().min(1, 'Current password is required.').max(1024),
  new_password: z
    .string()
    .min(8, 'New password must be at least 8 characters.')
    .max(1024, 'New password must be at most 1024 characters.'),
})
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>

/** Changing the password ends every sign-in; this browser goes on with a new one. */
export const changePasswordResponseSchema = messageResponseSchema.extend({ access_token: z.string() })
