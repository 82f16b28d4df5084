import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { SettingsView } from './settings-view.tsx'
import { Page } from '../../components/page.tsx'

const route = getRouteApi('/administration/settings')

/** The settings as a page. */
export function SettingsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Settings'))
  const { data: me } = useSuspenseQuery(meQuery)
  const { tab, form } = route.useSearch()
  const navigate = route.useNavigate()
  const leave = useNavigate()
  return (
    <Page width="form">
      <SettingsView
        me={me}
        heading={<h1>{t('Settings')}</h1>}
        tab={tab}
        onTab={(wanted) => void navigate({ search: { tab: wanted } })}
        form={form}
        onForm={(target, { isSaved } = { isSaved: false }) =>
          void navigate({
            search: (current) => ({ ...current, form: target }),
            replace: isSaved,
            ignoreBlocker: isSaved,
          })
        }
        onReconfigure={() => void leave({ to: '/env-config', state: { changesSetup: true } })}
      />
    </Page>
  )
}
