import { connectionStateSchema, type ConnectionState } from '@parlance/contract'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { areaTabs, type AreaTab } from './lib/area-tabs.ts'
import { settingsTabs, type SettingsTab } from './lib/settings-tabs.ts'
import { textOf } from './lib/text-of.ts'
import type { AuditSearch } from './screens/audit/audit-filter.ts'
import { listNames, type ListName } from './screens/business-areas/definitions/definition-place.ts'
import { listViews, type EvaluationSearch } from './screens/business-areas/evaluation/evaluation-search.ts'
import { readConversationSearch } from './screens/conversations/conversation-search.ts'
import { readCostSearch } from './screens/models/cost-search.ts'
import { readUsersSearch } from './screens/users/users-search.ts'
import { requireAdmin, requireUser, type AppContext } from './shell/guards.ts'
import { RootLayout } from './shell/root-layout.tsx'
import { UnknownAddress } from './shell/unknown-address.tsx'

/** An area's page in the address: the tab, what is open on the tab of definitions, and whether it shows the draft. */
interface AreaSearch {
  section?: AreaTab | undefined
  list?: ListName | undefined
  definition?: string | undefined
  /** The page shows the draft instead of the published area. */
  form?: 'draft' | undefined
}

/** The root of every page. */
export const rootRoute = createRootRouteWithContext<AppContext>()({
  component: RootLayout,
  notFoundComponent: UnknownAddress,
})

/** The frame of every page outside of the chat. */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'administration',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('./shell/administration/admin-layout.tsx'), 'AdminLayout'),
})

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
})

/** Database management in the address: the open form, and which connections the list shows. */
interface DatabasesSearch {
  form?: string | undefined
  q?: string | undefined
  state?: ConnectionState | undefined
}

const databasesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/databases',
  validateSearch: (search: Record<string, unknown>): DatabasesSearch => ({
    form: textOf(search.form),
    q: textOf(search.q),
    state: connectionStateSchema.safeParse(search.state).data,
  }),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./screens/databases/databases-screen.tsx'), 'DatabasesScreen'),
})

const protectionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/databases/$configId/protection',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({ q: textOf(search.q) }),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import('./screens/databases/protection/protection-screen.tsx'),
    'ProtectionScreen',
  ),
})

const connectionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/databases/connections',
  component: lazyRouteComponent(
    () => import('./screens/databases/connections/connections-screen.tsx'),
    'ConnectionsScreen',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>): { tab?: SettingsTab | undefined; form?: string | undefined } => ({
    tab: settingsTabs.find((tab) => tab === search.tab),
    form: textOf(search.form),
  }),
  component: lazyRouteComponent(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: readUsersSearch,
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/users/users-screen.tsx'), 'UsersScreen'),
})

const waitingUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/waiting',
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/users/waiting-screen.tsx'), 'WaitingScreen'),
})

const groupsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/groups',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined; page?: number | undefined } => ({
    q: textOf(search.q),
    page: typeof search.page === 'number' && search.page > 1 ? Math.floor(search.page) : undefined,
  }),
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/users/groups/groups-screen.tsx'), 'GroupsScreen'),
})

const apiAccessRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/api-access',
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/api-access/api-access-screen.tsx'), 'ApiAccessScreen'),
})

const groupRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/groups/$groupId',
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/users/groups/group-screen.tsx'), 'GroupScreen'),
})

const auditSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit/settings',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import('./screens/audit/settings/audit-settings-screen.tsx'),
    'AuditSettingsScreen',
  ),
})

const allConversationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/conversations',
  validateSearch: readConversationSearch,
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import('./screens/conversations/conversations-screen.tsx'),
    'ConversationsScreen',
  ),
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    user: textOf(search.user),
    group: textOf(search.group),
    action: textOf(search.action),
    target: textOf(search.target),
    q: textOf(search.q),
    outcome: textOf(search.outcome),
    from: textOf(search.from),
    to: textOf(search.to),
  }),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./screens/audit/audit-screen.tsx'), 'AuditScreen'),
})

const modelsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/models',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./screens/models/models-screen.tsx'), 'ModelsScreen'),
})

const modelCostsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/models/costs',
  validateSearch: readCostSearch,
  component: lazyRouteComponent(() => import('./screens/models/model-costs-screen.tsx'), 'ModelCostsScreen'),
})

/** The address of the costs before they became a part of the models. */
const formerCostsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/model-costs',
  validateSearch: readCostSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/models/costs', search, replace: true })
  },
})

const importSettingsPages = () => import('./screens/settings/settings-pages.tsx')

const emailRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/email',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(importSettingsPages, 'EmailScreen'),
})

const registrationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/registration',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(importSettingsPages, 'RegistrationScreen'),
})

const signInRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/sign-in',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(importSettingsPages, 'SignInScreen'),
})

const visualizationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/visualization',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(importSettingsPages, 'VisualizationScreen'),
})

const conversationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/conversations',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(importSettingsPages, 'ConversationsScreen'),
})

const licenseRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/license',
  component: lazyRouteComponent(importSettingsPages, 'LicenseScreen'),
})

const profileRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/profile',
  component: lazyRouteComponent(importSettingsPages, 'ProfileScreen'),
})

const areasRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/business-areas',
  validateSearch: (search: Record<string, unknown>): { form?: string | undefined } => ({ form: textOf(search.form) }),
  component: lazyRouteComponent(() => import('./screens/business-areas/areas-screen.tsx'), 'AreasScreen'),
})

const approvalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/business-areas/approvals',
  component: lazyRouteComponent(
    () => import('./screens/business-areas/approvals/approvals-screen.tsx'),
    'ApprovalsScreen',
  ),
})

const proposalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/business-areas/propose/$configId',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import('./screens/business-areas/proposals/proposals-screen.tsx'),
    'ProposalsScreen',
  ),
})

const areaRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/business-areas/$areaId',
  validateSearch: (search: Record<string, unknown>): AreaSearch => ({
    section: areaTabs.find((tab) => tab === search.section),
    list: listNames.find((list) => list === search.list),
    definition: textOf(search.definition),
    form: search.form === 'draft' ? 'draft' : undefined,
  }),
  component: lazyRouteComponent(() => import('./screens/business-areas/area-screen.tsx'), 'AreaScreen'),
})

const evaluationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/business-areas/$areaId/evaluation',
  validateSearch: (search: Record<string, unknown>): EvaluationSearch => ({
    set: textOf(search.set),
    before: textOf(search.before),
    after: textOf(search.after),
    view: listViews.find((view) => view === search.view),
    question: textOf(search.question),
    start: search.start === 'draft' ? 'draft' : undefined,
  }),
  component: lazyRouteComponent(
    () => import('./screens/business-areas/evaluation/evaluation-screen.tsx'),
    'EvaluationScreen',
  ),
})

/** Every page outside of the chat, below its frame. */
export const administration = adminRoute.addChildren([
  overviewRoute,
  databasesRoute,
  protectionRoute,
  connectionsRoute,
  settingsRoute,
  usersRoute,
  waitingUsersRoute,
  groupsRoute,
  groupRoute,
  apiAccessRoute,
  allConversationsRoute,
  auditSettingsRoute,
  auditRoute,
  modelsRoute,
  modelCostsRoute,
  formerCostsRoute,
  emailRoute,
  registrationRoute,
  signInRoute,
  visualizationRoute,
  conversationsRoute,
  licenseRoute,
  profileRoute,
  areasRoute,
  approvalsRoute,
  proposalsRoute,
  areaRoute,
  evaluationRoute,
])
