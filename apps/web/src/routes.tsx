import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  parseSearchWith,
  redirect,
  stringifySearchWith,
  type RouterHistory,
} from '@tanstack/react-router'
import { ErrorScreen } from './components/error-screen.tsx'
import { PageSpinner } from './components/page-spinner.tsx'
import type { AuditSearch } from './screens/audit/audit-filter.ts'
import { readCostSearch } from './screens/model-costs/cost-search.ts'
import { areaTabs, type AreaTab } from './lib/area-tabs.ts'
import { listNames, type ListName } from './screens/business-areas/definitions/definition-place.ts'
import { listViews, type EvaluationSearch } from './screens/business-areas/evaluation/evaluation-search.ts'
import { settingsTabs, type SettingsTab } from './lib/settings-tabs.ts'
import {
  allowAnyArea,
  requireAdmin,
  requireSetup,
  requireUser,
  skipIfSignedIn,
  type AppContext,
} from './shell/guards.ts'
import { LeaveApp } from './shell/leave-app.tsx'
import { RootLayout } from './shell/root-layout.tsx'

const chatDialogs = ['about', 'areas', 'databases', 'connections', 'settings', 'users'] as const

/** The chat's state in the address: the open conversation, the menu's request, the open dialog with its form or tab. */
interface ChatSearch {
  session?: string | undefined
  openMenu?: true | undefined
  dialog?: (typeof chatDialogs)[number] | undefined
  form?: string | undefined
  tab?: SettingsTab | undefined
}

/** An area's page in the address: the tab, what is open on the tab of definitions, and whether it shows the draft. */
interface AreaSearch {
  section?: AreaTab | undefined
  list?: ListName | undefined
  definition?: string | undefined
  /** The page shows the draft instead of the published area. */
  form?: 'draft' | undefined
}

const rootRoute = createRootRouteWithContext<AppContext>()({
  component: RootLayout,
  notFoundComponent: () => <Navigate to="/" replace />,
})

/** The prerendered pages; the app knows them only to leave them to the server. */
const publicRoutes = ['/', '/features', '/pricing', '/downloads', '/docs', '/docs/$section'].map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: LeaveApp }),
)

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { returnUrl?: string | undefined } => ({
    returnUrl: textOf(search.returnUrl),
  }),
  beforeLoad: skipIfSignedIn,
  component: lazyRouteComponent(() => import('./screens/login/login-screen.tsx'), 'LoginScreen'),
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: (search: Record<string, unknown>): { activate?: string | undefined } => ({
    activate: textOf(search.activate),
  }),
  component: lazyRouteComponent(() => import('./screens/register/register-screen.tsx'), 'RegisterScreen'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('./screens/forgot-password/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined; email?: string | undefined } => ({
    token: textOf(search.token),
    email: textOf(search.email),
  }),
  component: lazyRouteComponent(
    () => import('./screens/reset-password/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
})

const envConfigRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/env-config',
  beforeLoad: async (options) => {
    await requireUser(options)
    await requireAdmin(options)
  },
  component: lazyRouteComponent(() => import('./screens/env-config/env-config-screen.tsx'), 'EnvConfigScreen'),
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

const databasesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/databases',
  validateSearch: (search: Record<string, unknown>): { form?: string | undefined } => ({ form: textOf(search.form) }),
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
  validateSearch: (search: Record<string, unknown>): { form?: string | undefined } => ({ form: textOf(search.form) }),
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/users/users-screen.tsx'), 'UsersScreen'),
})

const waitingUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/waiting',
  beforeLoad: (options) => requireAdmin(options, '/'),
  component: lazyRouteComponent(() => import('./screens/users/waiting-screen.tsx'), 'WaitingScreen'),
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    user: textOf(search.user),
    action: textOf(search.action),
    outcome: textOf(search.outcome),
    from: textOf(search.from),
    to: textOf(search.to),
  }),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./screens/audit/audit-screen.tsx'), 'AuditScreen'),
})

const modelCostsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/model-costs',
  validateSearch: readCostSearch,
  component: lazyRouteComponent(() => import('./screens/model-costs/model-costs-screen.tsx'), 'ModelCostsScreen'),
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

/** Open to all users: the payload in the address is stored and removed before the sign-in. */
const visualizeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/visualize',
  beforeLoad: async (options) => {
    const { takePayload } = await import('./screens/visualize/payload/take-payload.ts')
    if (takePayload(options.location.searchStr, Date.now())) throw redirect({ to: '/visualize', replace: true })
    await requireUser(options)
  },
  component: lazyRouteComponent(() => import('./screens/visualize/visualize-screen.tsx'), 'VisualizeScreen'),
})

const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  validateSearch: (search: Record<string, unknown>): ChatSearch => ({
    session: textOf(search.session),
    openMenu: search.openMenu === true ? true : undefined,
    dialog: chatDialogs.find((dialog) => dialog === search.dialog),
    form: textOf(search.form),
    tab: settingsTabs.find((tab) => tab === search.tab),
  }),
  beforeLoad: async (options) => {
    await requireUser(options)
    await requireSetup(options)
    await allowAnyArea()
  },
  component: lazyRouteComponent(() => import('./screens/chat/chat-screen.tsx'), 'ChatScreen'),
})

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  loginRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  envConfigRoute,
  adminRoute.addChildren([
    overviewRoute,
    databasesRoute,
    protectionRoute,
    connectionsRoute,
    settingsRoute,
    usersRoute,
    waitingUsersRoute,
    auditRoute,
    modelCostsRoute,
    areasRoute,
    approvalsRoute,
    proposalsRoute,
    areaRoute,
    evaluationRoute,
  ]),
  chatRoute,
  visualizeRoute,
])

/** All routes of the app; tests pass `history`. */
export function createAppRouter(context: AppContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    parseSearch: parseSearchWith(parseStructure),
    stringifySearch: stringifySearchWith(JSON.stringify, parseStructure),
    defaultPreload: 'intent',
    defaultPendingMs: 250,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** The user came to the setup to change it, so it opens although it is complete. */
    changesSetup?: boolean
  }
}

/**
 * Only text that starts like a list, an object or a quoted string is JSON: a token of digits must not become a number.
 */
function parseStructure(text: string): unknown {
  if (!/^["[{]/.test(text)) throw new SyntaxError('a plain text')
  return JSON.parse(text) as unknown
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
