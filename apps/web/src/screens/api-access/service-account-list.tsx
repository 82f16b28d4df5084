import type { CreatedApiToken, ServiceAccount } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiAccessKey, createServiceAccountToken } from '../../api/service-accounts.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { NewTokenForm } from '../settings/api-tokens/new-token-form.tsx'
import { ShownToken } from '../settings/api-tokens/shown-token.tsx'

/** The service accounts, each with its tokens in numbers and a button for another one. */
export function ServiceAccountList({ accounts }: { accounts: ServiceAccount[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ServiceAccount | null>(null)
  if (accounts.length === 0) return <p className="text-muted">{t('There are no service accounts yet.')}</p>
  return (
    <>
      <ul aria-label={t('Service accounts')}>
        {accounts.map((account) => (
          <li key={account.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
            <AccountTexts account={account} />
            <Button
              size="small"
              aria-label={t('Create a token for {name}', { name: account.name })}
              onClick={() => setChosen(account)}
            >
              {t('Create token')}
            </Button>
          </li>
        ))}
      </ul>
      <Modal
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={t('Token for {name}', { name: chosen?.name ?? '' })}
        width={600}
      >
        {chosen !== null && <TokenOf account={chosen} onDone={() => setChosen(null)} />}
      </Modal>
    </>
  )
}

function AccountTexts({ account }: { account: ServiceAccount }) {
  const { t } = useTranslation()
  const facts = [
    ...(account.is_active ? [] : [t('deactivated')]),
    t('{n, plural, =0 {no valid tokens} one {# valid token} other {# valid tokens}}', { n: account.tokens }),
    account.last_used_at === null ? t('never used') : t('last used {date}', { date: formatDate(account.last_used_at) }),
  ]
  return (
    <div className="min-w-0 flex-1 basis-60">
      <Link to="/users" search={{ q: account.name }} className="font-medium text-ink wrap-anywhere">
        <bdi>{account.name}</bdi>
      </Link>
      <p className="text-(length:--text-dense) text-muted">{facts.join(' · ')}</p>
    </div>
  )
}

function TokenOf({ account, onDone }: { account: ServiceAccount; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  if (created !== null) return <ShownToken created={created} onDone={onDone} />
  return (
    <NewTokenForm
      create={async (request) => {
        const made = await createServiceAccountToken(account.user_id, request)
        await queryClient.invalidateQueries({ queryKey: apiAccessKey })
        return made
      }}
      onCreate={setCreated}
    />
  )
}
