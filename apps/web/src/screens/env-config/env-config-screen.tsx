import type { EnvironmentStatus } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut, meQuery } from '../../api/auth.ts'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { brandClass, Logo } from '../../ui/logo.tsx'
import { CompleteView } from './complete-view.tsx'
import { ConfigurationView } from './configuration-view.tsx'

const configuredDelay = 2000
const savedDelay = 3000

/** The first-time setup: checking, configuration, complete. */
export function EnvConfigScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Set up Parlance'))
  const user = useQuery(meQuery)
  return (
    <>
      <header className="flex h-(--header) items-center gap-3 border-b border-line px-4">
        <Link className={brandClass} to="/" aria-label="Parlance">
          <Logo />
        </Link>
        <span className="min-w-0 flex-1" />
        <bdi className="text-meta text-faint max-md:hidden">{user.data?.email}</bdi>
        <ThemeSwitch />
        <Button kind="quiet" size="small" onClick={() => void signOut()}>
          <Icon of={LogOut} />
          {t('Log out')}
        </Button>
      </header>
      <main className="mx-auto max-w-270 px-8 pb-16 max-[901px]:px-4 max-[901px]:pb-8 *:data-[part=note]:mb-4 [&>[data-part=note]_p+p]:mt-1">
        <Wizard />
      </main>
    </>
  )
}

function Wizard() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState<string | null>(null)
  const changesSetup = useRouterState({ select: ({ location }) => location.state.changesSetup === true })
  /** A user who is working here, or came to change the setup, stays even if the model is configured. */
  const [isConfiguring, setConfiguring] = useState(changesSetup)
  const status = useQuery({ ...environmentStatusQuery, staleTime: 0 })
  const configured = isConfigured(status.data)
  const isLeaving = configured && saved === null && !isConfiguring

  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => void navigate({ to: '/chat', search: {} }), configuredDelay)
    return () => clearTimeout(timer)
  }, [isLeaving, navigate])

  useEffect(() => {
    if (saved === null) return undefined
    // A full page load, so that no data from before the setup remains.
    const timer = setTimeout(() => void navigate({ to: '/chat', search: {}, reloadDocument: true }), savedDelay)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  const handleSaved = (message: string) => {
    queryClient.removeQueries({ queryKey: environmentStatusQuery.queryKey })
    setSaved(message)
  }

  if (saved !== null) return <CompleteView message={saved} />
  if (status.isPending) return <PageSpinner />
  if (isLeaving) {
    return <CompleteView message={t('Parlance is already set up.')} onChange={() => setConfiguring(true)} />
  }
  return (
    <ConfigurationView
      status={status}
      isConfigured={configured}
      onSaved={handleSaved}
      onSaveFailed={() => {
        setConfiguring(true)
        void status.refetch()
      }}
    />
  )
}

/** A model is selected and has its key. */
function isConfigured(status: EnvironmentStatus | undefined): boolean {
  return status?.orchestration_configured === true && status.orchestration_has_api_key
}
