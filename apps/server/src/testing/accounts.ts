import { startMailServer } from './mail-server.ts'
import type { MailServer } from './mail-server.ts'
import { hashQuickly } from './quick-hash.ts'
import type { TestApp } from './test-app.ts'

export const account = { email: 'Ann@Example.test', username: 'ann', password: 'secret-1', organization: 'Example' }

/** Another account with the same form. */
export function accountOf(name: string) {
  return { ...account, email: `${name}@example.test`, username: `${name} ${name}` }
}

export function postAuth(app: TestApp, call: string, payload: object, headers: Record<string, string> = {}) {
  return app.app.inject({ method: 'POST', url: `/api/v1/auth/${call}`, payload, headers })
}

export function me(app: TestApp, token: string) {
  return app.app.inject({ method: 'GET', url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } })
}

export function refresh(app: TestApp, cookie: string) {
  return app.app.inject({ method: 'POST', url: '/api/v1/auth/refresh', headers: { cookie } })
}

/** The refresh cookie of a response, as a browser would send it. */
export function cookieOf(response: { headers: Record<string, unknown> }): string {
  return String(response.headers['set-cookie']).split(';')[0] ?? ''
}

/** Status and code of a refused call. */
export function refusal(answer: { statusCode: number; json(): { code?: string } }): [number, string | undefined] {
  return [answer.statusCode, answer.json().code]
}

/** The audit log's entries about signing in: action, outcome, and whether an account is named. */
export async function auditedActions({ context }: TestApp): Promise<string[]> {
  const rows = await context.store.db.selectFrom('audit_log').selectAll().orderBy('at').execute()
  return rows.map(({ action, outcome }) => `${action} ${outcome}`)
}

/** A mail server that the installation uses from now on; the test closes it. */
export async function sendByMail(app: TestApp): Promise<MailServer> {
  const server = await startMailServer()
  await app.services.settings.set('email', server.settings, null)
  return server
}

/** The activation code in a mail; empty if there is none. */
export const codeIn = (text = ''): string => /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? ''

/** Requests a link that sets a new password, and reads it in the mail. */
export async function mailedLink(app: TestApp, { mails }: MailServer): Promise<URL> {
  await postAuth(app, 'forgot-password', { email: account.email })
  await app.services.auth.settled()
  return new URL(/http\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '')
}

/** Sets a new password as the page behind a link does. */
export function resetByLink(app: TestApp, link: URL, new_password: string) {
  const { token, email } = Object.fromEntries(link.searchParams)
  return postAuth(app, 'reset-password', { token, email, new_password })
}

const quickHash = hashQuickly(account.password)

/** Registers the first account, whose password is quick to check, and applies the settings for later ones. */
export async function withAdmin(
  app: TestApp,
  settings: { activation?: boolean; autoApproval?: boolean } = {},
): Promise<TestApp> {
  await postAuth(app, 'register', account)
  await app.context.store.db
    .updateTable('users')
    .set({ password_hash: await quickHash })
    .execute()
  await app.services.settings.set('email_activation', settings.activation === true, null)
  await app.services.settings.set('auto_approval', settings.autoApproval === true, null)
  return app
}
