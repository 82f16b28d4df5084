import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessage } from '../../components/use-message.ts'
import { describeError } from '../../lib/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { MoreButton } from './more-button.tsx'
import { PendingCard } from './pending-card.tsx'
import { UsersPage } from './users-page.tsx'
import { useAccounts } from './use-accounts.ts'
import { useUserActions } from './use-user-actions.ts'
import { LiveRegion } from '../../ui/live-region.tsx'

/** The users who registered and wait for a decision. */
export function WaitingScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Waiting for approval'))
  const { query: users, users: waiting, rest, onMore } = useAccounts({ state: 'pending', sort: 'created' })
  const messages = useMessage()
  const actions = useUserActions(messages)
  const list = useRef<HTMLElement>(null)
  return (
    <UsersPage>
      <LiveRegion className="mb-3 empty:hidden">
        {messages.message !== null && <Note tone={messages.message.tone}>{messages.message.text}</Note>}
      </LiveRegion>
      {users.isPending && <p className="text-muted">{t('Loading users...')}</p>}
      {users.isError && (
        <Note tone="danger">
          <p>{describeError(users.error, t('Failed to load users'))}</p>
          <Button size="small" className="mt-2" disabled={users.isFetching} onClick={() => void users.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {waiting?.length === 0 && <p className="text-muted py-12 text-center">{t('No one is waiting for approval.')}</p>}
      {waiting !== undefined && waiting.length > 0 && (
        <section
          aria-label={t('Waiting for approval')}
          ref={list}
          tabIndex={-1}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,420px),1fr))] gap-3"
        >
          {waiting.map((user) => (
            <PendingCard key={user.user_id} user={user} actions={actions} onRemoved={() => list.current?.focus()} />
          ))}
        </section>
      )}
      {rest > 0 && <MoreButton rest={rest} onMore={onMore} />}
    </UsersPage>
  )
}
