import type { AppContext } from './context/context.ts'
import { createApiTokensService } from './features/api-tokens/service.ts'
import type { ApiTokensService } from './features/api-tokens/service.ts'
import type { AreasService } from './features/areas/service.ts'
import type { AuditService } from './features/audit/service.ts'
import { createAuthService } from './features/auth/service.ts'
import type { AuthDependencies, AuthService } from './features/auth/service.ts'
import type { SignInWatch } from './features/auth/sign-in-watch.ts'
import { revokeAllSignIns } from './features/auth/sign-ins.ts'
import type { ChatService } from './features/chat/service.ts'
import type { ConnectionsService } from './features/connections/service.ts'
import type { EmailService } from './features/email/service.ts'
import type { GroupsService } from './features/groups/service.ts'
import type { LicenseService } from './features/license/service.ts'
import type { SettingsService } from './features/settings/service.ts'
import { createServiceAccounts } from './features/service-accounts/service.ts'
import type { ServiceAccountsService } from './features/service-accounts/service.ts'
import { createProviderTokens } from './features/single-sign-on/provider-tokens.ts'
import type { ProviderTokens } from './features/single-sign-on/provider-tokens.ts'
import { createSingleSignOn } from './features/single-sign-on/service.ts'
import type { SingleSignOnService } from './features/single-sign-on/service.ts'
import { createInvitationsService } from './features/user-access/invitations.ts'
import type { InvitationsDependencies, InvitationsService } from './features/user-access/invitations.ts'
import { createUserReachService } from './features/user-access/reach.ts'
import type { UserReachService } from './features/user-access/reach.ts'
import { createUserAccessService } from './features/user-access/service.ts'
import type { UserAccessService } from './features/user-access/service.ts'
import { createUserAdministration } from './features/users/administration.ts'
import type { UserAdministration } from './features/users/administration.ts'
import { createUserDirectory } from './features/users/directory.ts'
import type { UserDirectory } from './features/users/directory.ts'
import type { UsersService } from './features/users/service.ts'

/** The features that administrators manage accounts with. */
export interface UserServices {
  userAdministration: UserAdministration
  userDirectory: UserDirectory
  userAccess: UserAccessService
  userReach: UserReachService
  invitations: InvitationsService
  singleSignOn: SingleSignOnService
  serviceAccounts: ServiceAccountsService
}

/** What the features for accounts need. */
export interface ForAccounts {
  users: UsersService
  audit: AuditService
  license: LicenseService
  settings: SettingsService
  email: EmailService
  signInWatch: SignInWatch
}

interface ForUsers extends ForAccounts {
  apiTokens: ApiTokensService
  chat: ChatService
  areas: AreasService
  connections: ConnectionsService
  groups: GroupsService
}

/** Creates what signs users and programs in. */
export function createSignIn(
  context: AppContext,
  services: ForAccounts & Pick<AuthDependencies, 'onLogin'>,
): { apiTokens: ApiTokensService; auth: AuthService; providerTokens: ProviderTokens } {
  const { signInWatch } = services
  const apiTokens = createApiTokensService(context, {
    ...services,
    cutOff: (userId, tokenId) => signInWatch.announce(userId, tokenId),
  })
  const providerTokens = createProviderTokens(context, services)
  const auth = createAuthService(context, { ...services, tokens: apiTokens, providerTokens })
  return { apiTokens, auth, providerTokens }
}

/** Creates the features that administrators manage accounts with. */
export function createUserServices(context: AppContext, services: ForUsers): UserServices {
  const { signInWatch, chat, areas, connections, groups } = services
  const addToGroup: InvitationsDependencies['addToGroup'] = (db, admin, id, userIds) =>
    groups.addIn(db, admin, id, userIds)
  return {
    userAdministration: createUserAdministration(context, {
      ...services,
      endSignIns: (transaction, userIds) => revokeAllSignIns(transaction, userIds, context.now()),
      cutOff: (userIds) => signInWatch.announceUsers(userIds),
      stopQuestions: (userIds) => chat.turns.cancelAllOf(userIds),
      stopTurns: (turnIds) => chat.turns.stop(turnIds),
      removeFiles: (sessionIds) => connections.files.remove(sessionIds),
      addToGroup,
      transfers: {
        checkConnections: (db, from, to) => connections.requireInheritable(db, from, to),
        transferConnections: (db, from, to) => connections.inherit(db, from, to),
        transferAreas: (db, from, to) => areas.inherit(db, from, to),
      },
    }),
    userDirectory: createUserDirectory(context, services),
    userAccess: createUserAccessService(context, services),
    userReach: createUserReachService(services),
    invitations: createInvitationsService(context, { ...services, addToGroup }),
    serviceAccounts: createServiceAccounts(context, services),
    singleSignOn: createSingleSignOn(context, {
      ...services,
      announce: (userIds) => signInWatch.announceUsers(userIds),
      cutOff: async (userId) => {
        await signInWatch.announceUsers([userId])
        await chat.turns.cancelAllOf([userId])
      },
    }),
  }
}
