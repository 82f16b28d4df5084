import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  allApiTokensQuery,
  apiAccessKey,
  revokeAnyApiToken,
  serviceAccountsQuery,
  tokenPageSize,
} from '../../api/service-accounts.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TokenList } from '../settings/api-tokens/token-list.tsx'
import { LoadState, SettingsSection } from '../settings/settings-section.tsx'
import { PageButtons } from '../users/table/page-buttons.tsx'
import { UsersPage } from '../users/users-page.tsx'
import { NewServiceAccountDialog } from './new-service-account-dialog.tsx'
import { ServiceAccountList } from './service-account-list.tsx'

/** The programs that use the API: service accounts, and the API tokens of all users. */
export function ApiAccessScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('API access'))
  const queryClient = useQueryClient()
  const accounts = useQuery(serviceAccountsQuery)
  const [page, setPage] = useState(1)
  const tokens = useQuery(allApiTokensQuery(page))
  const [isNew, setNew] = useState(false)
  return (
    <UsersPage
      actions={
        <Button kind="primary" onClick={() => setNew(true)}>
          <Icon of={Plus} />
          {t('New service account')}
        </Button>
      }
    >
      <SettingsSection
        title={t('Service accounts')}
        intro={t(
          'A service account is a user for a program. It has access, groups, limits, and attributes like a user, but no password. Change these under Users.',
        )}
      >
        <LoadState query={accounts} fallback={t('Could not load the service accounts.')} />
        {accounts.data !== undefined && <ServiceAccountList accounts={accounts.data} />}
      </SettingsSection>
      <SettingsSection
        title={t('API tokens of all users')}
        intro={t('A program that sends a token acts as its owner.')}
        effect={t('A revoked token stops working at once.')}
      >
        <LoadState query={tokens} fallback={t('Could not load the API tokens.')} />
        {tokens.data !== undefined && (
          <TokenList
            tokens={tokens.data.tokens}
            empty={t('No one has an API token.')}
            ownerOf={({ owner }) =>
              owner.email === null ? t('service account {name}', { name: owner.name }) : owner.email
            }
            revoke={async (id) => {
              await revokeAnyApiToken(id)
              await queryClient.invalidateQueries({ queryKey: apiAccessKey })
            }}
          />
        )}
        {tokens.data !== undefined && tokens.data.total > tokenPageSize && (
          <PageButtons page={page} size={tokenPageSize} matching={tokens.data.total} onPage={setPage} />
        )}
      </SettingsSection>
      <NewServiceAccountDialog open={isNew} onClose={() => setNew(false)} />
    </UsersPage>
  )
}
