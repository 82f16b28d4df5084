import type { ChangePasswordRequest, LoginRequest, RegisterRequest, RegisterResponse, User } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Authenticate } from '../../http/register-routes.ts'
import type { Principal } from '../../http/principal.ts'
import type { UserRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { UsersService } from '../users/service.ts'
import { signAccessToken, verifyAccessToken } from './access-token.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { beginSignIn, exchangeToken, isSignInAlive, revokeAllSignIns, revokeByToken, revokeSignIn } from './sign-ins.ts'
import type { SignIn } from './sign-ins.ts'

export interface SignedIn {
  accessToken: string
  refreshToken: string
  user: User
}

export interface AuthService {
  /** The first account is an administrator; later ones wait for approval. */
  register(request: RegisterRequest): Promise<RegisterResponse>
  login(request: LoginRequest): Promise<SignedIn>
  refresh(refreshToken: string | undefined): Promise<SignedIn>
  logout(signInId: string | null, refreshToken: string | undefined): Promise<void>
  /** Ends every sign-in of the user and begins a new one for the caller. */
  changePassword(principal: Principal, request: ChangePasswordRequest): Promise<SignedIn>
  me(principal: Principal): Promise<User>
  authenticate: Authenticate
}

export interface AuthDependencies {
  users: UsersService
  audit: AuditService
}

export function createAuthService(context: AppContext, dependencies: AuthDependencies): AuthService {
  const { store, keys, now } = context
  const { users, audit } = dependencies

  async function signedIn(signIn: SignIn): Promise<SignedIn> {
    const user = await users.find(signIn.userId)
    if (user === null) throw new AppError('not_authenticated')
    return {
      accessToken: await signAccessToken(signIn, keys, now()),
      refreshToken: signIn.refreshToken,
      user: await users.present(user),
    }
  }

  async function login(request: LoginRequest): Promise<SignedIn> {
    const user = await users.findByEmail(request.email)
    const matches = await verifyPassword(user?.password_hash ?? null, request.password)
    if (user === null || !matches) {
      await audit.record({ action: 'user.login', outcome: 'denied', userId: user?.id ?? null })
      throw new AppError('invalid_credentials')
    }
    assertMayEnter(user)
    const signIn = await store.transaction(async (transaction) => {
      await users.update(user.id, { last_login_at: now().toISOString() }, transaction)
      return beginSignIn(transaction, user.id, now())
    })
    await audit.record({ action: 'user.login', outcome: 'allowed', userId: user.id })
    return signedIn(signIn)
  }

  async function refresh(refreshToken: string | undefined): Promise<SignedIn> {
    if (refreshToken === undefined) throw new AppError('not_authenticated')
    const exchange = await store.transaction((transaction) => exchangeToken(transaction, refreshToken, now()))
    if (exchange.outcome === 'reused') {
      await audit.record({ action: 'user.refresh-reused', outcome: 'denied', userId: exchange.userId })
    }
    if (exchange.outcome !== 'exchanged') throw new AppError('not_authenticated')
    const user = await users.find(exchange.signIn.userId)
    if (user === null) throw new AppError('not_authenticated')
    assertMayEnter(user)
    return signedIn(exchange.signIn)
  }

  async function changePassword(principal: Principal, request: ChangePasswordRequest): Promise<SignedIn> {
    const user = await users.find(principal.userId)
    const matches = await verifyPassword(user?.password_hash ?? null, request.current_password)
    if (!matches) throw new AppError('bad_request', { detail: 'The current password is not correct.' })
    const passwordHash = await hashPassword(request.new_password)
    const signIn = await store.transaction(async (transaction) => {
      await users.update(principal.userId, { password_hash: passwordHash }, transaction)
      await revokeAllSignIns(transaction, principal.userId, now())
      return beginSignIn(transaction, principal.userId, now())
    })
    await audit.record({ action: 'user.change-password', outcome: 'allowed', userId: principal.userId })
    return signedIn(signIn)
  }

  return {
    register: (request) => register(dependencies, request),
    login,
    refresh,
    changePassword,
    logout: async (signInId, refreshToken) => {
      await store.transaction(async (transaction) => {
        if (signInId !== null) await revokeSignIn(transaction, signInId, now())
        if (refreshToken !== undefined) await revokeByToken(transaction, refreshToken, now())
      })
    },
    me: async (principal) => {
      const user = await users.find(principal.userId)
      if (user === null) throw new AppError('not_authenticated')
      return users.present(user)
    },
    authenticate: (authorization) => authenticate(context, users, authorization),
  }
}

async function register(
  { users, audit }: AuthDependencies,
  { password, ...account }: RegisterRequest,
): Promise<RegisterResponse> {
  const { id, isFirst } = await users.add({ ...account, passwordHash: await hashPassword(password) })
  await audit.record({ action: 'user.register', outcome: 'allowed', userId: id, detail: { first: isFirst } })
  return isFirst
    ? { status: 'activated', message: 'Your account is ready. You are the administrator of this installation.' }
    : {
        status: 'pending_approval',
        message: 'Registration received. An administrator must approve your account before you can sign in.',
      }
}

/** The token says who; the user's row, read each time, says whether they still may. */
async function authenticate(
  { store, keys, now }: AppContext,
  users: UsersService,
  authorization: string | undefined,
): ReturnType<Authenticate> {
  const token = bearerToken(authorization)
  if (token === null) return null
  const claims = await verifyAccessToken(token, keys, now())
  const user = await users.find(claims.userId)
  if (user === null) throw new AppError('not_authenticated')
  assertMayEnter(user)
  if (!(await isSignInAlive(store.db, claims.signInId, claims.userId))) throw new AppError('not_authenticated')
  return { principal: users.principalOf(user), signInId: claims.signInId }
}

function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization === '') return null
  const match = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)
  if (match?.[1] === undefined) throw new AppError('not_authenticated')
  return match[1]
}

function assertMayEnter(user: UserRow): void {
  if (user.status === 'N') throw new AppError('account_pending')
  if (user.is_active === 0) throw new AppError('account_inactive')
}
