import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { finishSignIn, meQuery } from '../api/auth.ts'
import { environmentStatusQuery } from '../api/environment-status.ts'
import { readAccessToken } from '../lib/access-token.ts'
import { safeReturnUrl } from '../lib/return-url.ts'

export interface AppContext {
  queryClient: QueryClient
}

interface GuardOptions {
  context: AppContext
  location: { href: string }
}

/** Requires a stored token and a user that loads; else redirects to /login and back afterwards. */
export async function requireUser({ context, location }: GuardOptions): Promise<void> {
  if (readAccessToken() !== null && (await loadUser(context)) !== null) return
  throw redirect({ to: '/login', search: { returnUrl: location.href } })
}

/** Redirects an administrator to the wizard while no model has a key; a failed check lets every user pass. */
export async function requireSetup({ context }: GuardOptions): Promise<void> {
  const user = await loadUser(context)
  if (user?.role !== 'ADMIN') return
  const status = await context.queryClient.ensureQueryData(environmentStatusQuery).catch(() => null)
  if (status !== null && !(status.orchestration_configured && status.orchestration_has_api_key)) {
    throw redirect({ to: '/env-config' })
  }
}

/** Asking requires no business area: the server decides for each question what a user may ask. */
export function allowAnyArea(): Promise<void> {
  return Promise.resolve()
}

/** Admits administrators; redirects others to the chat, or to the page's own choice. */
export async function requireAdmin({ context }: GuardOptions, elsewhere: '/chat' | '/' = '/chat'): Promise<void> {
  const user = await loadUser(context)
  if (user?.role !== 'ADMIN') throw redirect({ to: elsewhere })
}

/** Redirects users who are already signed in to where the sign-in would have led. */
export async function skipIfSignedIn({
  context,
  search,
}: GuardOptions & { search: { returnUrl?: string | undefined } }): Promise<void> {
  if (readAccessToken() === null || (await loadUser(context)) === null) return
  throw redirect({ href: safeReturnUrl(search.returnUrl, window.location.origin) })
}

/** Takes over the sign-in that a provider has just finished, and opens the page that was asked for. */
export async function enterSignedIn({
  context: { queryClient },
  search,
}: GuardOptions & { search: { returnUrl?: string | undefined } }): Promise<void> {
  const user = await finishSignIn().catch(() => null)
  if (user === null) throw redirect({ to: '/login', search: { ...search, problem: 'failed' }, replace: true })
  // Another user may have been signed in here before.
  queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, user)
  throw redirect({ href: safeReturnUrl(search.returnUrl, window.location.origin), replace: true })
}

function loadUser(context: AppContext) {
  return context.queryClient.ensureQueryData(meQuery).catch(() => null)
}
