import { apiTokenPrefix, message } from '@parlance/contract'
import type {
  AcceptInvitationRequest,
  ActivateRequest,
  ActivateResponse,
  ChangePasswordRequest,
  Invitation,
  LinkResponse,
  LoginRequest,
  RegisterRequest,
  RegisterResponse,
  ResetPasswordRequest,
  User,
} from '@parlance/contract'
import type { Transaction } from 'kysely'
import { createBackground } from '../../lib/background.ts'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Authenticate } from '../../http/register-routes.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { ApiTokensService, PresentedToken } from '../api-tokens/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { SettingsService } from '../settings/service.ts'
import type { UsersService } from '../users/service.ts'
import { createInvitees } from './accept-invitation.ts'
import { otherIssuerOf, signAccessToken, verifyAccessToken } from './access-token.ts'
import { awaitsActivation } from './activation-codes.ts'
import { mayUsePassword, requirePasswords } from './password-policy.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { createRecovery } from './recovery.ts'
import type { ResetLinkRequest } from './recovery.ts'
import { createRegistration } from './registration.ts'
import { endResets } from './reset-tokens.ts'
import { beginSignIn, exchangeToken, isSignInAlive, revokeAllSignIns, revokeByToken, revokeSignIn } from './sign-ins.ts'
import type { EndedSignIn, SignIn } from './sign-ins.ts'
import type { SignInWatch } from './sign-in-watch.ts'

export { isSecure, setRefreshCookie } from './refresh-cookie.ts'
export { beginSignIn, revokeAllSignIns } from './sign-ins.ts'
export type { EndedSignIn, SignIn } from './sign-ins.ts'

/** An access token of another server, not verified yet. */
export interface PresentedElsewhere {
  token: string
  /** The issuer that the token names. */
  issuer: string
  /** The address of this server, which the token must be for. */
  own: string
}

export interface SignedIn {
  accessToken: string
  refreshToken: string
  user: User
}

/** Registers users, signs them in, and resets passwords. */
export interface AuthService {
  /** The first account is an administrator. A setting decides what later accounts wait for. */
  register(request: RegisterRequest): Promise<RegisterResponse>
  /** @throws AppError activation_invalid */
  activate(request: ActivateRequest): Promise<ActivateResponse>
  /**
   * Emails a new activation code if the account expects one.
   * @returns a message that is the same for every email address
   */
  resendActivation(email: string): string
  /** Emails a link if the account exists. @returns a message that is the same for every email address */
  forgotPassword(email: string, ownAddress: string): string
  /** Ends every sign-in of the account. @throws AppError reset_invalid */
  resetPassword(request: ResetPasswordRequest): Promise<string>
  /** @throws AppError invalid_credentials, activation_required, account_pending, account_inactive, password_closed */
  login(request: LoginRequest): Promise<SignedIn>
  /** @throws AppError not_authenticated */
  refresh(refreshToken: string | undefined): Promise<SignedIn>
  /** @returns the sign-in that ended; null if there was none */
  logout(signInId: string | null, refreshToken: string | undefined): Promise<EndedSignIn | null>
  /** Ends every sign-in of the user and starts a new one for the caller. */
  changePassword(principal: Principal, request: ChangePasswordRequest): Promise<SignedIn>
  /** Finds whom an invitation is for. @throws AppError invitation_invalid */
  readInvitation(token: string): Promise<Invitation>
  /** Activates an invited account and signs the person in. @throws AppError invitation_invalid, license_limit */
  acceptInvitation(request: AcceptInvitationRequest): Promise<SignedIn>
  /** Makes a reset link for another user. Throws like `Recovery`. */
  createResetLink(admin: Principal, request: ResetLinkRequest): Promise<LinkResponse>
  me(principal: Principal): Promise<User>
  authenticate: Authenticate
  /** Resolves when all background work is done, including emails. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface AuthDependencies {
  users: UsersService
  audit: AuditService
  license: LicenseService
  settings: Pick<SettingsService, 'get'>
  email: EmailService
  signInWatch: Pick<SignInWatch, 'announce' | 'announceUsers'>
  tokens: Pick<ApiTokensService, 'present'>
  /** Called when a user has signed in with a password. */
  onLogin: (principal: Principal) => void
  /** Tokens of sign-in providers. */
  providerTokens: { present(presented: PresentedElsewhere): Promise<PresentedToken> }
}

export function createAuthService(context: AppContext, dependencies: AuthDependencies): AuthService {
  const { email, users } = dependencies
  const background = createBackground(context.log, { name: 'accounts', atOnce: 2, capacity: 1000 })
  const registration = createRegistration(context, { ...dependencies, background })
  const recovery = createRecovery(context, { ...dependencies, background })
  const invitees = createInvitees(context, dependencies)
  return {
    register: (request) => registration.register(request),
    activate: (request) => registration.activate(request),
    resendActivation: (address) => registration.resend(address),
    forgotPassword: (address, own) => recovery.forgotPassword(address, own),
    resetPassword: (request) => recovery.resetPassword(request),
    createResetLink: (admin, request) => recovery.createLink(admin, request),
    readInvitation: (token) => invitees.read(token),
    acceptInvitation: async (request) => presentSignIn(context, users, await invitees.accept(request)),
    ...createSessions(context, dependencies),
    me: async (principal) => {
      const user = await users.find(principal.userId)
      if (user === null) throw new AppError('not_authenticated')
      return users.present(user)
    },
    authenticate: (authorization, own) => authenticate(context, dependencies, { authorization, own }),
    settled: async () => {
      await background.settled()
      await email.settled()
    },
    close: async () => {
      // Store first what an answer has promised. This takes only as long as the store does.
      await background.settled()
      await background.close()
    },
  }
}

type Sessions = Pick<AuthService, 'login' | 'refresh' | 'logout' | 'changePassword'>

function createSessions(context: AppContext, { users, audit, signInWatch, onLogin }: AuthDependencies): Sessions {
  const { store, keys, now } = context
  const signedIn = (signIn: SignIn) => presentSignIn(context, users, signIn)

  async function login(request: LoginRequest): Promise<SignedIn> {
    const user = await users.findByEmail(request.email)
    const matches = await verifyPassword(user?.password_hash ?? null, request.password)
    const refusal = user === null || !matches ? new AppError('invalid_credentials') : await refusalOf(user)
    const event = { action: 'user.login', userId: user?.id ?? null } as const
    if (user === null || refusal !== null) {
      const detail = { reason: refusal?.code ?? 'invalid_credentials' }
      await audit.record({ ...event, outcome: 'denied', detail })
      throw refusal ?? new AppError('invalid_credentials')
    }
    const signIn = await store.transaction(async (transaction) => {
      await assertUnchanged(transaction, user)
      await users.update(user.id, { last_login_at: now().toISOString() }, transaction)
      return beginSignIn(transaction, user.id, now())
    })
    await audit.record({ ...event, outcome: 'allowed' })
    const found = await users.findNow(user.id)
    if (found !== null) onLogin(found.principal)
    return signedIn(signIn)
  }

  /** Explains why an account with the right password may not sign in now. */
  async function refusalOf(user: UserRow): Promise<AppError | null> {
    if (user.status === 'N' && (await awaitsActivation(store.db, user.id))) return new AppError('activation_required')
    return barOf(user) ?? ((await mayUsePassword(store.db, user)) ? null : new AppError('password_closed'))
  }

  async function refresh(refreshToken: string | undefined): Promise<SignedIn> {
    if (refreshToken === undefined) throw new AppError('not_authenticated')
    const exchange = await store.transaction((transaction) =>
      exchangeToken(transaction, refreshToken, { keys, now: now() }),
    )
    if (exchange.outcome === 'reused') {
      await signInWatch.announce(exchange.userId, exchange.signInId)
      await audit.record({ action: 'user.refresh-reused', outcome: 'denied', userId: exchange.userId })
    }
    if (exchange.outcome !== 'exchanged') throw new AppError('not_authenticated')
    const user = await users.find(exchange.signIn.userId)
    if (user === null) throw new AppError('not_authenticated')
    assertMayEnter(user)
    // A sign-in with a password ends when passwords are closed.
    if (!exchange.isFromProvider && !(await mayUsePassword(store.db, user))) throw new AppError('not_authenticated')
    return signedIn(exchange.signIn)
  }

  async function changePassword(principal: Principal, request: ChangePasswordRequest): Promise<SignedIn> {
    const user = await users.find(principal.userId)
    if (user !== null) await requirePasswords(store.db, user)
    const matches = await verifyPassword(user?.password_hash ?? null, request.current_password)
    const event = { action: 'user.change-password', userId: principal.userId } as const
    if (user === null || !matches) {
      await audit.record({ ...event, outcome: 'denied' })
      throw new AppError('bad_request', { detail: message('The current password is incorrect.') })
    }
    const passwordHash = await hashPassword(request.new_password)
    const signIn = await store.transaction(async (transaction) => {
      await assertUnchanged(transaction, user)
      await users.update(principal.userId, { password_hash: passwordHash }, transaction)
      await endResets(transaction, principal.userId, null)
      await revokeAllSignIns(transaction, [principal.userId], now())
      return beginSignIn(transaction, principal.userId, now())
    })
    await signInWatch.announceUsers([principal.userId])
    await audit.record({ ...event, outcome: 'allowed' })
    return signedIn(signIn)
  }

  async function logout(signInId: string | null, refreshToken: string | undefined): Promise<EndedSignIn | null> {
    const ended = await store.transaction(async (transaction) => [
      signInId === null ? null : await revokeSignIn(transaction, signInId, now()),
      refreshToken === undefined ? null : await revokeByToken(transaction, refreshToken, now()),
    ])
    const [first, ...others] = ended.filter((each) => each !== null)
    if (first === undefined) return null
    for (const each of [first, ...others]) await signInWatch.announce(each.userId, each.signInId)
    await audit.record({ action: 'user.logout', outcome: 'allowed', userId: first.userId })
    return first
  }

  return { login, refresh, changePassword, logout }
}

async function presentSignIn({ keys, now }: AppContext, users: UsersService, signIn: SignIn): Promise<SignedIn> {
  const user = await users.find(signIn.userId)
  if (user === null) throw new AppError('not_authenticated')
  return {
    accessToken: await signAccessToken(signIn, keys, now()),
    refreshToken: signIn.refreshToken,
    user: await users.present(user),
  }
}

/** The password or the account's status may have changed between the slow password check and the new sign-in. */
async function assertUnchanged(transaction: Transaction<Database>, seen: UserRow): Promise<void> {
  const row = await transaction
    .selectFrom('users')
    .select(['password_hash', 'is_active', 'status'])
    .where('id', '=', seen.id)
    .executeTakeFirst()
  const isSame =
    row?.password_hash === seen.password_hash && row.is_active === seen.is_active && row.status === seen.status
  if (!isSame) throw new AppError('invalid_credentials')
}

/** The token identifies the user. The user's row, read each time, decides whether access is still allowed. */
async function authenticate(
  { store, keys, now }: AppContext,
  dependencies: Pick<AuthDependencies, 'users' | 'tokens' | 'providerTokens'>,
  { authorization, own }: { authorization: string | undefined; own: string },
): ReturnType<Authenticate> {
  const { users } = dependencies
  const token = bearerToken(authorization)
  if (token === null) return null
  const presented = await presentToken(dependencies, { token, own, keys })
  if (presented !== null) {
    return {
      principal: presented.narrow(await requirePrincipal(users, presented.userId)),
      kind: presented.kind,
      signInId: presented.tokenId,
      scopes: presented.scopes,
    }
  }
  const { userId, signInId } = await verifyAccessToken(token, keys, now())
  const principal = await requirePrincipal(users, userId)
  if (!(await isSignInAlive(store.db, signInId, userId))) throw new AppError('not_authenticated')
  return { principal, kind: 'sign-in', signInId, scopes: null }
}

/** @returns null for the access token of a sign-in */
async function presentToken(
  { tokens, providerTokens }: Pick<AuthDependencies, 'tokens' | 'providerTokens'>,
  { token, own, keys }: Pick<PresentedElsewhere, 'token' | 'own'> & Pick<AppContext, 'keys'>,
): Promise<PresentedToken | null> {
  if (token.startsWith(apiTokenPrefix)) return tokens.present(token)
  const issuer = await otherIssuerOf(token, keys)
  return issuer === null ? null : providerTokens.present({ token, issuer, own })
}

async function requirePrincipal(users: UsersService, id: string): Promise<Principal> {
  const found = await users.findNow(id)
  if (found === null) throw new AppError('not_authenticated')
  assertMayEnter(found.user)
  return found.principal
}

function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization === '') return null
  const match = /^Bearer ([\w.-]{1,8192})$/i.exec(authorization)
  if (match?.[1] === undefined) throw new AppError('not_authenticated')
  return match[1]
}

function assertMayEnter(user: UserRow): void {
  const bar = barOf(user)
  if (bar !== null) throw bar
}

function barOf(user: UserRow): AppError | null {
  if (user.status === 'N') return new AppError('account_pending')
  return user.is_active === 0 ? new AppError('account_inactive') : null
}
