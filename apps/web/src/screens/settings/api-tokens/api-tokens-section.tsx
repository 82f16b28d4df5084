import type { CreatedApiToken } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiTokensQuery, createApiToken, revokeApiToken } from '../../../api/api-tokens.ts'
import { LoadState, SettingsSection } from '../settings-section.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenList } from './token-list.tsx'

/** The user's API tokens: those that exist, the one that was just created, and a form for another one. */
export function ApiTokensSection() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const tokens = useQuery(apiTokensQuery)
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  const loadAgain = () => queryClient.invalidateQueries(apiTokensQuery)
  return (
    <SettingsSection
      title={t('API tokens')}
      intro={t('A program that sends one of these tokens acts as you. It can never see more than you.')}
      effect={t('A revoked token stops working at once.')}
    >
      <LoadState query={tokens} fallback={t('Could not load your API tokens.')} />
      {tokens.data !== undefined && (
        <TokenList
          tokens={tokens.data}
          empty={t('You have no API tokens.')}
          revoke={async (id) => {
            await revokeApiToken(id)
            await loadAgain()
          }}
        />
      )}
      {created === null ? (
        <NewTokenForm
          create={async (request) => {
            const made = await createApiToken(request)
            await loadAgain()
            return made
          }}
          onCreate={setCreated}
        />
      ) : (
        <ShownToken created={created} onDone={() => setCreated(null)} />
      )}
    </SettingsSection>
  )
}
