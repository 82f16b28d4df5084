import type { FastifyInstance } from 'fastify'
import { createSignIn, createUserServices } from './account-services.ts'
import type { AppContext } from './context/context.ts'
import { draftRoutes } from './features/areas/draft-routes.ts'
import { definitionRoutes } from './features/areas/definition-routes.ts'
import { metricRoutes } from './features/areas/metric-routes.ts'
import { proposalRoutes } from './features/areas/proposal-routes.ts'
import { areaProofRoutes } from './features/areas/proof-routes.ts'
import { protectionRoutes } from './features/areas/protection-routes.ts'
import { areasRoutes } from './features/areas/routes.ts'
import type { AreasService } from './features/areas/service.ts'
import { apiTokenRoutes } from './features/api-tokens/routes.ts'
import type { ApiTokensService } from './features/api-tokens/service.ts'
import { createAreaCore, createAreaTools } from './features/areas/wiring.ts'
import type { AreaTools } from './features/areas/wiring.ts'
import { createWriteRecorder } from './features/audit/record-writes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { createAuditSettings, type AuditSettingsService } from './features/audit-settings/service.ts'
import { auditSettingsRoutes } from './features/audit-settings/routes.ts'
import { createAuditService } from './features/audit/service.ts'
import type { AuditService } from './features/audit/service.ts'
import { authRoutes } from './features/auth/routes.ts'
import type { AuthService } from './features/auth/service.ts'
import { createSignInWatch } from './features/auth/sign-in-watch.ts'
import type { SignInWatch } from './features/auth/sign-in-watch.ts'
import { sessionAdministrationRoutes } from './features/chat/administration-routes.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { createChatService } from './features/chat/service.ts'
import type { ChatService } from './features/chat/service.ts'
import { createSqlQuota } from './features/chat/sql-quota.ts'
import { catalogueRoutes } from './features/catalog/routes.ts'
import { createCatalogService } from './features/catalog/service.ts'
import type { CatalogService } from './features/catalog/service.ts'
import { connectionHealthRoutes } from './features/connection-health/routes.ts'
import { createConnectionHealth } from './features/connection-health/service.ts'
import type { ConnectionHealth } from './features/connection-health/service.ts'
import { createApplicationsService } from './features/connections/applications-service.ts'
import type { ApplicationsService } from './features/connections/applications-service.ts'
import { connectionsRoutes } from './features/connections/routes.ts'
import { createConnectionsService } from './features/connections/service.ts'
import type { ConnectionsService } from './features/connections/service.ts'
import { databaseTypesRoutes } from './features/connections/types-routes.ts'
import { emailRoutes } from './features/email/routes.ts'
import { createEmailService } from './features/email/service.ts'
import type { EmailService } from './features/email/service.ts'
import { evaluationRoutes } from './features/evaluation/routes.ts'
import { createEvaluationService } from './features/evaluation/service.ts'
import type { EvaluationService } from './features/evaluation/service.ts'
import { draftExampleRoutes } from './features/examples/draft-routes.ts'
import { examplesRoutes } from './features/examples/routes.ts'
import { createExamplesService } from './features/examples/service.ts'
import type { ExamplesService } from './features/examples/service.ts'
import { serviceAccountRoutes } from './features/service-accounts/routes.ts'
import type { ServiceAccountsService } from './features/service-accounts/service.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { createExportService } from './features/exports/service.ts'
import type { ExportService } from './features/exports/service.ts'
import { groupsRoutes } from './features/groups/routes.ts'
import { createGroupsService } from './features/groups/service.ts'
import type { GroupsService } from './features/groups/service.ts'
import { healthRoutes } from './features/health/routes.ts'
import { licenseRoutes } from './features/license/routes.ts'
import { createLicenseService } from './features/license/service.ts'
import type { LicenseService } from './features/license/service.ts'
import { createProtectionService } from './features/protection/service.ts'
import type { ProtectionService } from './features/protection/service.ts'
import { createParserPool } from './door/parser-pool.ts'
import { createQueryService } from './door/service.ts'
import type { QueryService } from './door/service.ts'
import { createQueryTargets } from './door/target.ts'
import type { QueryTargets } from './door/target.ts'
import { createEmailAdministration } from './features/email/administration.ts'
import type { EmailAdministration } from './features/email/administration.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { modelDoctorRoutes } from './features/model-doctor/routes.ts'
import { createModelDoctor } from './features/model-doctor/service.ts'
import type { ModelDoctor } from './features/model-doctor/service.ts'
import { createModelCatalogue } from './features/settings/model-catalogue.ts'
import type { ModelCatalogue } from './features/settings/model-catalogue.ts'
import { createModelChoice } from './features/settings/model-choice.ts'
import type { ModelChoiceService } from './features/settings/model-choice.ts'
import { createPassedTests } from './features/settings/passed-tests.ts'
import { createPreferencesService } from './features/settings/preferences.ts'
import type { PreferencesService } from './features/settings/preferences.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { createModelMemory, createSettingsService } from './features/settings/service.ts'
import type { ModelMemory, SettingsService } from './features/settings/service.ts'
import { invitationRoutes } from './features/user-access/invitation-routes.ts'
import type { InvitationsService } from './features/user-access/invitations.ts'
import type { UserReachService } from './features/user-access/reach.ts'
import { userAccessRoutes } from './features/user-access/routes.ts'
import type { UserAccessService } from './features/user-access/service.ts'
import { usageRoutes } from './features/usage/routes.ts'
import { createUsageService } from './features/usage/service.ts'
import type { UsageService } from './features/usage/service.ts'
import type { UserAdministration } from './features/users/administration.ts'
import type { UserDirectory } from './features/users/directory.ts'
import { usersRoutes } from './features/users/routes.ts'
import { createUsersService } from './features/users/service.ts'
import type { UsersService } from './features/users/service.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { createOverviewService } from './features/overview/service.ts'
import type { OverviewService } from './features/overview/service.ts'
import { visualizationRoutes } from './features/visualization/routes.ts'
import { createVisualizationService } from './features/visualization/service.ts'
import type { VisualizationService } from './features/visualization/service.ts'
import { wizardRoutes } from './features/wizard/routes.ts'
import { createWizardService } from './features/wizard/service.ts'
import type { WizardService } from './features/wizard/service.ts'
import { challengeMcp, protectedResourceRoutes } from './features/single-sign-on/protected-resource-routes.ts'
import type { ProviderTokens } from './features/single-sign-on/provider-tokens.ts'
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts'
import type { SingleSignOnService } from './features/single-sign-on/service.ts'
import { buildHttp } from './http/build-http.ts'
import type { WebBundle } from './http/build-http.ts'
import type { RouteDefinition } from './http/route.ts'
import { StartError } from './lib/errors.ts'
import { valuesRoutes } from './features/values/routes.ts'
import { createValuesService } from './features/values/service.ts'
import type { ValuesService } from './features/values/service.ts'
import { createVisualizationSettings } from './features/settings/visualization.ts'
import type { VisualizationSettings } from './features/settings/visualization.ts'
import { createModelLists } from './models/model-list.ts'
import type { ModelLists } from './models/model-list.ts'
import { createModelService } from './models/service.ts'
import type { ModelService } from './models/service.ts'

/** All services of the server, each created once. */
export interface Services extends AreaTools {
  audit: AuditService
  apiTokens: ApiTokensService
  auditSettings: AuditSettingsService
  auth: AuthService
  signInWatch: SignInWatch
  email: EmailService
  users: UsersService
  userAdministration: UserAdministration
  userDirectory: UserDirectory
  userAccess: UserAccessService
  userReach: UserReachService
  invitations: InvitationsService
  serviceAccounts: ServiceAccountsService
  groups: GroupsService
  singleSignOn: SingleSignOnService
  providerTokens: ProviderTokens
  license: LicenseService
  settings: SettingsService
  preferences: PreferencesService
  choice: ModelChoiceService
  modelCatalogue: ModelCatalogue
  emailAdministration: EmailAdministration
  visualization: VisualizationSettings
  connections: ConnectionsService
  connectionHealth: ConnectionHealth
  applications: ApplicationsService
  catalog: CatalogService
  areas: AreasService
  protection: ProtectionService
  models: ModelService
  usage: UsageService
  wizard: WizardService
  query: QueryService
  targets: QueryTargets
  values: ValuesService
  chat: ChatService
  examples: ExamplesService
  exports: ExportService
  chartRows: VisualizationService
  evaluation: EvaluationService
  modelDoctor: ModelDoctor
  overview: OverviewService
  /** Closes what the services hold open; the caller closes the store. */
  close(): Promise<void>
}

/**
 * Creates the features in dependency order.
 *
 * @param parsers closed with the services
 */
export async function createServices(context: AppContext, parsers = createParserPool()): Promise<Services> {
  const audit = createAuditService(context)
  const license = createLicenseService(context, audit)
  const settings = createSettingsService(context)
  const auditSettings = createAuditSettings(context, { audit, settings })
  const users = createUsersService(context, { license })
  const email = createEmailService(context, { settings, audit })
  const signInWatch = createSignInWatch(context)
  const forUsers = { users, audit, license, settings, email, signInWatch }
  const signIn = createSignIn(context, { ...forUsers, onLogin: (principal) => chat.prepare(principal) })
  const connections = createConnectionsService(context, { license, audit })
  const connectionHealth = createConnectionHealth(context, { connections, settings, audit, email })
  const applications = createApplicationsService(context)
  const catalog = createCatalogService(context, connections)
  const protection = createProtectionService(context, connections)
  const forAreas = { users, connections, catalog, license, protection, audit, parsers }
  const areaCore = await createAreaCore(context, { ...forAreas, runQuery: (request) => query.door.run(request) })
  const { areas } = areaCore
  const usage = createUsageService(context, { settings, audit })
  const { models, memory } = createModels(context, settings, usage)
  const tests = createPassedTests(context)
  const choice = createModelChoice({ settings, models, tests, audit })
  const preferences = createPreferencesService({ store: context.store, settings, choice, audit })
  const modelCatalogue = createModelCatalogue(context, { settings, models })
  const emailAdministration = createEmailAdministration(context, { settings, email, tests, audit })
  const providers = () => models.list()
  const wizard = createWizardService(context, { settings, choice, email, connections, applications, providers })
  const query = createQueryService(context, { ...forAreas, areas })
  const values = createValuesService(context, { connections, catalog, protection, query, audit })
  const examples = createExamplesService(context, { audit, connections, catalog, areas, users, door: query.door })
  const { stored } = values
  const areaTools = createAreaTools(context, { ...forAreas, ...areaCore, query, stored, examples: examples.drafted })
  const targets = createQueryTargets({ connections, areas })
  const forChat = { query, targets, connections, settings, models, audit, license, areas, examples, stored }
  const forAgent = { ...forChat, recommendArea: areaTools.recommendArea }
  const chat = createChatService(context, {
    ...forAgent,
    countUsed: (areaId, used) => areaTools.metricQueries.countAnswer(areaId, used),
    noteUnclear: (turnId, phrases) => areaTools.askedWords.note(turnId, phrases),
  })
  const groups = createGroupsService(context, { audit, connections, areas })
  const quota = createSqlQuota(context)
  const evaluation = createEvaluationService(context, { ...forChat, ...areaTools, users, catalog, email })
  const workers = [modelCatalogue, usage, examples.proofs, evaluation, values, connectionHealth]
  return {
    audit,
    auditSettings,
    ...signIn,
    signInWatch,
    email,
    users,
    ...createUserServices(context, { ...forUsers, ...signIn, chat, areas, connections, groups }),
    groups,
    license,
    settings,
    preferences,
    choice,
    modelCatalogue,
    emailAdministration,
    visualization: createVisualizationSettings(context.config, settings),
    connections,
    connectionHealth,
    applications,
    catalog,
    areas,
    protection,
    ...areaTools,
    models,
    usage,
    wizard,
    query,
    targets,
    values,
    chat,
    examples,
    exports: createExportService(context, { query, targets, license, ...chat, quota }),
    chartRows: createVisualizationService({ query, targets, quota }),
    evaluation,
    modelDoctor: createModelDoctor(context, { ...forAgent, memory }),
    overview: createOverviewService(context, { areas, connections, examples, settings }),
    close: () => closeInOrder([auditSettings, ...workers, signInWatch, chat, signIn.auth, email], [connections, query]),
  }
}

/** Closes the first parts one after the other, and the last ones together. */
async function closeInOrder(first: readonly Closing[], last: readonly Closing[]): Promise<void> {
  for (const part of first) await part.close()
  await Promise.all(last.map((part) => part.close()))
}

interface Closing {
  close(): unknown
}

function createModels(context: AppContext, settings: SettingsService, { ledger }: Pick<UsageService, 'ledger'>) {
  const { modelMaxBytes: maxAnswerBytes } = context.config.limits
  const memory: ModelMemory = createModelMemory(context, settings)
  const { traits } = memory
  return { memory, models: createModelService({ lists: readModelLists(context), maxAnswerBytes, ledger, traits }) }
}

/** @throws StartError if the operator's list can't be used */
function readModelLists({ config }: AppContext): ModelLists {
  try {
    return createModelLists(config.modelListPath)
  } catch (error) {
    throw new StartError(
      error instanceof Error ? error.message : 'Could not read the list of models. Check PARLANCE_MODEL_LIST.',
      {
        cause: error,
      },
    )
  }
}

/** Every route of the product; R11 and R20 read this list. */
export function allRoutes(services: Services, context: AppContext): RouteDefinition[] {
  const { config } = context
  return [
    ...healthRoutes(context),
    ...authRoutes(services.auth, config, (ended, own) => services.singleSignOn.signOutUrl(ended, own)),
    ...singleSignOnRoutes(services.singleSignOn, context),
    ...protectedResourceRoutes(services.providerTokens, context),
    ...apiTokenRoutes(services.apiTokens),
    ...serviceAccountRoutes(services.serviceAccounts),
    ...usersRoutes(services, config),
    ...userAccessRoutes(services.userAccess, services.userReach),
    ...invitationRoutes(services.invitations, config),
    ...groupsRoutes(services.groups),
    ...auditRoutes(services.audit, context.now),
    ...auditSettingsRoutes(services.auditSettings),
    ...overviewRoutes(services.overview),
    ...licenseRoutes(services.license),
    ...settingsRoutes(services),
    ...usageRoutes(services.usage, context.now),
    ...modelDoctorRoutes(services.modelDoctor),
    ...emailRoutes(services.emailAdministration),
    ...wizardRoutes(services),
    ...sessionAdministrationRoutes(services.chat.administration),
    ...connectionsRoutes(services),
    ...connectionHealthRoutes(services.connectionHealth),
    ...catalogueRoutes(services.catalog),
    ...valuesRoutes(services.values),
    ...databaseTypesRoutes(),
    ...areasRoutes(services.areas),
    ...protectionRoutes(services),
    ...areaProofRoutes(services),
    ...definitionRoutes(services),
    ...metricRoutes(services),
    ...draftRoutes(services),
    ...proposalRoutes(services),
    ...evaluationRoutes(services.evaluation),
    ...chatRoutes(services.chat),
    ...examplesRoutes(services.examples),
    ...draftExampleRoutes(services.examples),
    ...exportRoutes(services.exports),
    ...visualizationRoutes(services.chartRows),
    ...mcpRoutes(context, (own) => challengeMcp(services.providerTokens, own)),
  ]
}

export interface BuildAppOptions {
  context: AppContext
  services: Services
  /** The browser's files; absent in tests of the API. */
  web?: WebBundle | null
}

/** The HTTP app, ready but not listening. Closing it closes the services, not the store. */
export async function buildApp({ context, services, web = null }: BuildAppOptions): Promise<FastifyInstance> {
  return buildHttp({
    context,
    routes: allRoutes(services, context),
    authenticate: services.auth.authenticate,
    watchSignIn: (signIn, onEnd) => services.signInWatch.watch(signIn, onEnd),
    recordWrite: createWriteRecorder(services.audit),
    web,
    onStopping: () => services.chat.endTurns(),
    onClose: () => services.close(),
  })
}
