import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context.ts'
import { areasRoutes } from './features/areas/routes.ts'
import { createAreasService } from './features/areas/service.ts'
import type { AreasService } from './features/areas/service.ts'
import { createAuditService } from './features/audit/service.ts'
import type { AuditService } from './features/audit/service.ts'
import { authRoutes } from './features/auth/routes.ts'
import { createAuthService } from './features/auth/service.ts'
import type { AuthService } from './features/auth/service.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { createChatService } from './features/chat/service.ts'
import type { ChatService } from './features/chat/service.ts'
import { createCatalogService } from './features/catalog/service.ts'
import type { CatalogService } from './features/catalog/service.ts'
import { createApplicationsService } from './features/connections/applications-service.ts'
import type { ApplicationsService } from './features/connections/applications-service.ts'
import { connectionsRoutes } from './features/connections/routes.ts'
import { createConnectionsService } from './features/connections/service.ts'
import type { ConnectionsService } from './features/connections/service.ts'
import { databaseTypesRoutes } from './features/connections/types-routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { createExportService } from './features/exports/service.ts'
import type { ExportService } from './features/exports/service.ts'
import { licenseRoutes } from './features/license/routes.ts'
import { createLicenseService } from './features/license/service.ts'
import type { LicenseService } from './features/license/service.ts'
import { createQueryService } from './features/query/service.ts'
import type { QueryService } from './features/query/service.ts'
import { createQueryTargets } from './features/query/target.ts'
import type { QueryTargets } from './features/query/target.ts'
import { createPreferencesService } from './features/settings/preferences.ts'
import type { PreferencesService } from './features/settings/preferences.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { createSettingsService } from './features/settings/service.ts'
import type { SettingsService } from './features/settings/service.ts'
import { usersRoutes } from './features/users/routes.ts'
import { createUsersService } from './features/users/service.ts'
import type { UsersService } from './features/users/service.ts'
import { wizardRoutes } from './features/wizard/routes.ts'
import { createWizardService } from './features/wizard/service.ts'
import type { WizardService } from './features/wizard/service.ts'
import { buildHttp } from './http/build-http.ts'
import type { WebBundle } from './http/build-http.ts'
import type { RouteDefinition } from './http/route.ts'
import { createModelService } from './models/service.ts'
import type { ModelService } from './models/service.ts'

/** Everything the server can do, each made once. */
export interface Services {
  audit: AuditService
  auth: AuthService
  users: UsersService
  license: LicenseService
  settings: SettingsService
  preferences: PreferencesService
  connections: ConnectionsService
  applications: ApplicationsService
  catalog: CatalogService
  areas: AreasService
  models: ModelService
  wizard: WizardService
  query: QueryService
  targets: QueryTargets
  chat: ChatService
  exports: ExportService
  /** Ends what the services hold open; the store is the caller's. */
  close(): Promise<void>
}

/** Wires the features; the order is their direction of use. */
export async function createServices(context: AppContext): Promise<Services> {
  const audit = createAuditService(context)
  const license = createLicenseService(context)
  const settings = createSettingsService(context)
  const users = createUsersService(context, { license, audit })
  const auth = createAuthService(context, { users, audit })
  const connections = createConnectionsService(context, { license, audit })
  const applications = createApplicationsService(context)
  const catalog = createCatalogService(context, connections)
  const areas = createAreasService(catalog)
  const models = createModelService()
  const preferences = createPreferencesService(settings, () => models.list())
  const wizard = createWizardService(context, {
    settings,
    audit,
    connections,
    applications,
    providers: () => models.list(),
  })
  const query = createQueryService(context, { connections, catalog, areas, audit })
  const targets = createQueryTargets({ connections, areas })
  const chat = createChatService(context, { query, targets, connections, settings, models })
  const exports = createExportService(context, { query, targets, license, sessions: chat.sessions })
  return {
    audit,
    auth,
    users,
    license,
    settings,
    preferences,
    connections,
    applications,
    catalog,
    areas,
    models,
    wizard,
    query,
    targets,
    chat,
    exports,
    close: async () => {
      await chat.close()
      await Promise.all([connections.close(), query.close()])
    },
  }
}

/** Every route of the product; R11 and R20 read this list. */
export function allRoutes(services: Services, context: AppContext): RouteDefinition[] {
  const { config } = context
  return [
    ...authRoutes(services.auth, config),
    ...usersRoutes(services.users),
    ...licenseRoutes(services.license),
    ...settingsRoutes(services.preferences, () => services.models.list()),
    ...wizardRoutes({ ...services, visualizationUrl: config.visualizationUrl }),
    ...connectionsRoutes(services),
    ...databaseTypesRoutes(),
    ...areasRoutes(services.areas, services.license),
    ...chatRoutes(services.chat),
    ...exportRoutes(services.exports),
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
    web,
    onClose: () => services.close(),
  })
}
