import { signInOptionsSchema, type SignInOptions } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

export type { SignInOptions }

/** How users can sign in. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call('/api/v1/auth/sign-in-options', signInOptionsSchema, { signal }),
  staleTime: 60_000,
  retry: false,
})
