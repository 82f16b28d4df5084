import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  type RouterHistory,
} from '@tanstack/react-router'
import { ErrorScreen } from './components/error-screen.tsx'
import { PageSpinner } from './components/page-spinner.tsx'
import { requireAdmin, requireSetup, requireUser, skipIfSignedIn, type AppContext } from './shell/guards.ts'
import { RootLayout } from './shell/root-layout.tsx'

const chatDialogs = ['about', 'databases', 'connections'] as const

/** What the chat keeps in the address: the open conversation, the menu's request, the open dialog and its form. */
interface ChatSearch {
  session?: string | undefined
  openMenu?: true | undefined
  dialog?: (typeof chatDialogs)[number] | undefined
  form?: string | undefined
}

const rootRoute = createRootRouteWithContext<AppContext>()({
  component: RootLayout,
  notFoundComponent: () => <Navigate to="/" replace />,
})

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/landing/landing-screen.tsx'), 'LandingScreen'),
})

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
  component: lazyRouteComponent(() => import('./screens/register/register-screen.tsx'), 'RegisterScreen'),
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

const databasesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/databases',
  validateSearch: (search: Record<string, unknown>): { form?: string | undefined } => ({ form: textOf(search.form) }),
  beforeLoad: async (options) => {
    await requireUser(options)
    await requireAdmin(options)
  },
  component: lazyRouteComponent(() => import('./screens/databases/databases-screen.tsx'), 'DatabasesScreen'),
})

const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/databases/connections',
  beforeLoad: requireUser,
  component: lazyRouteComponent(
    () => import('./screens/databases/connections/connections-screen.tsx'),
    'ConnectionsScreen',
  ),
})

const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  validateSearch: (search: Record<string, unknown>): ChatSearch => ({
    session: textOf(search.session),
    openMenu: search.openMenu === true ? true : undefined,
    dialog: chatDialogs.find((dialog) => dialog === search.dialog),
    form: textOf(search.form),
  }),
  beforeLoad: async (options) => {
    await requireUser(options)
    await requireSetup(options)
  },
  component: lazyRouteComponent(() => import('./screens/chat/chat-screen.tsx'), 'ChatScreen'),
})

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  registerRoute,
  envConfigRoute,
  databasesRoute,
  connectionsRoute,
  chatRoute,
])

/** The whole map of pages; `history` is given by tests. */
export function createAppRouter(context: AppContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
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
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
