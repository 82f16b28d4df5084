import { z } from 'zod'

/** How users can sign in: GET /api/v1/auth/sign-in-options. */
export const signInOptionsSchema = z.object({
  /** False: only break-glass administrators sign in with a password, and no one registers. */
  passwords: z.boolean(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type SignInOptions = z.infer<typeof signInOptionsSchema>
