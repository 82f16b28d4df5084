import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type RouterHistory } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSignInElsewhere, onSignOut } from './lib/access-token.ts'
import { onChangeElsewhere, type ChangeKind } from './lib/change-line.ts'
import { restoreBanner } from './lib/dismissed-banner.ts'
import { forgetDrafts } from './lib/draft.ts'
import { forgetFiles } from './lib/kept-files.ts'
import { localStore } from './lib/safe-storage.ts'
import { forgetUsers } from './lib/user-store.ts'
import { forgetPayloads } from './lib/visualization/stored-payloads.ts'
import { createAppRouter } from './routes.tsx'

/** The data shown here that a change in another tab affects. */
const changedKeys: Record<ChangeKind, string[][]> = {
  areas: [['areas']],
  databases: [['configurations'], ['areas']],
  sessions: [['sessions']],
}

/** The parts that live as long as the page. */
export function createApp(history?: RouterHistory) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false, staleTime: 30_000 } },
  })
  return { queryClient, router: createAppRouter({ queryClient }, history) }
}

export function App({ app }: { app: ReturnType<typeof createApp> }) {
  const { queryClient, router } = app
  useEffect(
    () =>
      onSignOut((reason) => {
        const { href, pathname } = router.latestLocation
        forgetUsers(localStore)
        forgetPayloads(localStore)
        restoreBanner()
        if (reason !== 'expired') {
          forgetDrafts()
          void forgetFiles()
        }
        queryClient.clear()
        if (reason === 'other-user') {
          // A full page load, so that no data of the previous user remains in this page.
          void router.navigate({ to: '/chat', search: {}, reloadDocument: true })
          return
        }
        if (pathname === '/login') return
        const search = reason === 'expired' ? { returnUrl: href } : {}
        void router.navigate({ to: '/login', search })
      }),
    [queryClient, router],
  )
  useEffect(
    () =>
      onChangeElsewhere((kind) => {
        for (const queryKey of changedKeys[kind]) void queryClient.invalidateQueries({ queryKey })
      }),
    [queryClient],
  )
  // Run the guards again: a sign-in page in this tab has nothing left to ask.
  useEffect(() => onSignInElsewhere(() => void router.invalidate()), [router])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
