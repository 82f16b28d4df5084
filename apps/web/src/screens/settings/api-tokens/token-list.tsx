import type { ApiToken } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { SectionNote } from '../settings-section.tsx'
import { useSection } from '../use-section.ts'
import { scopeTexts } from './scope-texts.ts'

interface TokenListProps<Token extends ApiToken> {
  tokens: Token[]
  /** Shown if there are none. */
  empty: string
  /** Ends a token, and loads the list again. */
  revoke: (tokenId: string) => Promise<void>
  /** Whose it is; absent in the user's own list. */
  ownerOf?: (token: Token) => string
}

/** The tokens that are not revoked, each with what it may do and when it was last used. */
export function TokenList<Token extends ApiToken>({ tokens, empty, revoke, ownerOf }: TokenListProps<Token>) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const section = useSection()
  const handleRevoke = async ({ token_id: id, name }: ApiToken) => {
    const text = t('Revoke the token “{name}”? Programs that use it stop working at once.', { name })
    if (!(await ask({ text, confirm: t('Revoke'), danger: true }))) return
    await section.run(
      'revoke',
      async () => {
        await revoke(id)
        return t('The token “{name}” was revoked.', { name })
      },
      t('Could not revoke the token. Please try again.'),
    )
  }
  return (
    <>
      {tokens.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul aria-label={t('API tokens')}>
          {tokens.map((token) => (
            <li key={token.token_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
              <TokenTexts token={token} owner={ownerOf?.(token)} />
              <Button
                size="small"
                aria-label={t('Revoke {name}', { name: token.name })}
                onClick={() => void handleRevoke(token)}
              >
                {t('Revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SectionNote message={section.message} />
    </>
  )
}

function TokenTexts({ token, owner }: { token: ApiToken; owner: string | undefined }) {
  const { t } = useTranslation()
  const scopes = token.scopes.map((scope) => translate(t, scopeTexts[scope].name)).join(', ')
  const places = (token.connection_ids?.length ?? 0) + (token.area_ids?.length ?? 0)
  const [now] = useState(() => new Date().toISOString())
  const isExpired = token.expires_at !== null && token.expires_at <= now
  const facts = [
    ...(owner === undefined ? [] : [owner]),
    scopes,
    ...(places > 0 ? [t('limited to {n, plural, one {# place} other {# places}}', { n: places })] : []),
    token.last_used_at === null ? t('never used') : t('last used {date}', { date: formatDate(token.last_used_at) }),
    expiryText(token, isExpired, t),
  ]
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-medium break-words">
        {token.name} <code className="ml-1 text-(length:--text-dense) text-muted">{token.token_start}…</code>
      </p>
      <p className={isExpired ? 'text-(length:--text-dense) text-danger' : 'text-(length:--text-dense) text-muted'}>
        {facts.join(' · ')}
      </p>
    </div>
  )
}

function expiryText(
  { expires_at: moment }: ApiToken,
  isExpired: boolean,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  if (moment === null) return t('never expires')
  const date = formatDate(moment)
  return isExpired ? t('expired {date}', { date }) : t('expires {date}', { date })
}
