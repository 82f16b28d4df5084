import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logOut, meQuery } from '../../api/auth.ts'
import { environmentStatusQuery } from '../../api/env-config.ts'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { CompleteView } from './complete-view.tsx'
import { ConfigurationView } from './configuration-view.tsx'
import '../../styles/wizard.css'

const configuredDelay = 2000
const savedDelay = 3000

/** The first-time setup: checking, configuration, complete. */
export function EnvConfigScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Set up Parlance'))
  const user = useQuery(meQuery)
  return (
    <>
      <header className="top">
        <Link className="brand" to="/" aria-label="Parlance">
          <Logo />
        </Link>
        <span className="grow" />
        <span className="meta faint mail">{user.data?.email}</span>
        <ThemeSwitch />
        <Button kind="quiet" size="small" onClick={() => void logOut()}>
          <Icon of={LogOut} />
          {t('Log out')}
        </Button>
      </header>
      <main className="wz">
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
  const status = useQuery({ ...environmentStatusQuery, staleTime: 0 })
  const configured =
    saved === null && status.data?.orchestration_configured === true && status.data.orchestration_has_api_key

  useEffect(() => {
    if (!configured) return undefined
    const timer = setTimeout(() => void navigate({ to: '/chat', search: {} }), configuredDelay)
    return () => clearTimeout(timer)
  }, [configured, navigate])

  useEffect(() => {
    if (saved === null) return undefined
    // A full load, so that nothing read before the setup stays.
    const timer = setTimeout(() => void navigate({ to: '/chat', search: {}, reloadDocument: true }), savedDelay)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  const handleSaved = (message: string) => {
    queryClient.removeQueries({ queryKey: environmentStatusQuery.queryKey })
    setSaved(message)
  }

  if (saved !== null) return <CompleteView message={saved} />
  if (status.isPending) return <PageSpinner />
  if (configured) return <CompleteView message={t('Parlance is set up already.')} />
  return <ConfigurationView checkFailed={status.isError} onSaved={handleSaved} />
}
