import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
  type RouterHistory,
} from '@tanstack/react-router'
import { administration, rootRoute } from './admin-routes.tsx'
import { ErrorScreen } from './components/error-screen.tsx'
import { PageSpinner } from './components/page-spinner.tsx'
import { settingsTabs, type SettingsTab } from './lib/settings-tabs.ts'
import { textOf } from './lib/text-of.ts'
import {
  allowAnyArea,
  enterSignedIn,
  requireAdmin,
  requireSetup,
  requireUser,
  skipIfSignedIn,
  type AppContext,
} from './shell/guards.ts'
import { LoginScreen } from './screens/login/login-screen.tsx'
import { LeaveApp } from './shell/leave-app.tsx'

const chatDialogs = ['about', 'areas', 'databases', 'connections', 'settings', 'users'] as const

/** The chat's state in the address: the open conversation, the menu's request, the open dialog with its form or tab. */
interface ChatSearch {
  session?: string | undefined
  openMenu?: true | undefined
  dialog?: (typeof chatDialogs)[number] | undefined
  form?: string | undefined
  tab?: SettingsTab | undefined
}

/** The prerendered pages; the app knows them only to leave them to the server. */
const publicRoutes = ['/', '/features', '/pricing', '/downloads', '/docs', '/docs/$section'].map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: LeaveApp }),
)

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (
    search: Record<string, unknown>,
  ): { returnUrl?: string | undefined; problem?: string | undefined } => ({
    returnUrl: textOf(search.returnUrl),
    problem: textOf(search.problem),
  }),
  beforeLoad: skipIfSignedIn,
  component: LoginScreen,
})

/** Where the server sends the browser after a sign-in with a provider. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  validateSearch: (search: Record<string, unknown>): { returnUrl?: string | undefined } => ({
    returnUrl: textOf(search.returnUrl),
  }),
  beforeLoad: enterSignedIn,
  component: PageSpinner,
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

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined } => ({
    token: textOf(search.token),
  }),
  component: lazyRouteComponent(() => import('./screens/invitation/invitation-screen.tsx'), 'InvitationScreen'),
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

/** Open to all users: the payload in the address is stored and removed before the sign-in. */
const visualizeFrame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visualize-frame',
  component: lazyRouteComponent(() => import('./shell/administration/admin-layout.tsx'), 'AdminLayout'),
  beforeLoad: async (options) => {
    const { takePayload } = await import('./screens/visualize/payload/take-payload.ts')
    if (takePayload(options.location.searchStr, Date.now())) throw redirect({ to: '/visualize', replace: true })
    await requireUser(options)
  },
})

const visualizeRoute = createRoute({
  getParentRoute: () => visualizeFrame,
  path: '/visualize',
  component: lazyRouteComponent(() => import('./screens/visualize/visualize-screen.tsx'), 'VisualizeScreen'),
})

const ChatScreen = lazyRouteComponent(() => import('./screens/chat/chat-screen.tsx'), 'ChatScreen')

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
    // The screen loads while the server checks the user.
    void ChatScreen.preload?.()
    await requireUser(options)
    await requireSetup(options)
    await allowAnyArea()
  },
  component: ChatScreen,
})

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  loginRoute,
  signedInRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  invitationRoute,
  envConfigRoute,
  administration,
  chatRoute,
  visualizeFrame.addChildren([visualizeRoute]),
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
