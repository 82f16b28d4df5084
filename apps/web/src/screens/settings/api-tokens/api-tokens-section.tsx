import type { CreatedApiToken } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiTokensQuery } from '../../../api/api-tokens.ts'
import { LoadState, SettingsSection } from '../settings-section.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenList } from './token-list.tsx'

/** The user's API tokens: those that exist, the one that was just created, and a form for another one. */
export function ApiTokensSection() {
  const { t } = useTranslation()
  const tokens = useQuery(apiTokensQuery)
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  return (
    <SettingsSection
      title={t('API tokens')}
      intro={t('A program that sends one of these tokens acts as you. It can never see more than you.')}
      effect={t('A revoked token stops working at once.')}
    >
      <LoadState query={tokens} fallback={t('Could not load your API tokens.')} />
      {tokens.data !== undefined && <TokenList tokens={tokens.data} />}
      {created === null ? (
        <NewTokenForm onCreate={setCreated} />
      ) : (
        <ShownToken created={created} onDone={() => setCreated(null)} />
      )}
    </SettingsSection>
  )
}
