/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some
   browsers drop the table roles when the rows are laid out as blocks */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedSession } from '../../api/conversation-list.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { Badge } from '../../ui/badge.tsx'

const cell = 'py-2 pr-4 align-top max-md:block max-md:py-0.5'

interface ConversationTableProps {
  conversations: ListedSession[]
  /** Shows only the conversations of one user. */
  onUser: (userId: string) => void
}

/** Conversations in numbers; on narrow screens each one is its own block. */
export function ConversationTable({ conversations, onUser }: ConversationTableProps) {
  const { t } = useTranslation()
  const columns = [t('Last used'), t('User'), t('Where'), t('Questions'), t('Feedback'), t('Cost')]
  return (
    <table className="w-full max-md:block" role="table" aria-label={t('Conversations')}>
      <thead role="rowgroup" className="max-md:absolute max-md:[clip-path:inset(50%)]">
        <tr role="row">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              role="columnheader"
              className="border-b border-line-strong py-1.5 pr-4 text-left text-(length:--text-dense) font-medium text-faint"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {conversations.map((conversation) => (
          <ConversationRow key={conversation.session_id} conversation={conversation} onUser={onUser} />
        ))}
      </tbody>
    </table>
  )
}

interface ConversationRowProps {
  conversation: ListedSession
  onUser: (userId: string) => void
}

function ConversationRow({ conversation, onUser }: ConversationRowProps) {
  const { t } = useTranslation()
  const { session_id: session, user_id: user, user_email: email, is_own: isOwn, last_activity: used } = conversation
  const { questions, failed, costs } = conversation
  const when = formatTimestamp(used) ?? used
  return (
    <tr role="row" className="border-b border-line max-md:block max-md:py-3">
      <td role="cell" className={`${cell} whitespace-nowrap tabular-nums`}>
        {isOwn ? (
          <Link to="/chat" search={{ session }} aria-label={t('Open your conversation of {when}', { when })}>
            {when}
          </Link>
        ) : (
          <span className="text-muted">{when}</span>
        )}
      </td>
      <td role="cell" className={`${cell} wrap-anywhere`}>
        <UserButton email={email} onClick={() => onUser(user)} />
      </td>
      <td role="cell" className={`${cell} wrap-anywhere`}>
        <Where conversation={conversation} />
      </td>
      <td role="cell" className={`${cell} tabular-nums`}>
        {t('{n, plural, one {# question} other {# questions}}', { n: questions })}
        {failed > 0 && (
          <span className="block text-(length:--text-dense) text-muted">
            {t('{n, number} without an answer', { n: failed })}
          </span>
        )}
      </td>
      <td role="cell" className={cell}>
        <Feedback conversation={conversation} />
      </td>
      <td role="cell" className={`${cell} tabular-nums`}>
        {costs.map(({ currency, cost }) => formatMoney(cost, currency)).join(' + ')}
      </td>
    </tr>
  )
}

function UserButton({ email, onClick }: { email: string; onClick: () => void }) {
  return (
    <button type="button" className="min-h-6 text-left text-accent-text hover:underline" onClick={onClick}>
      <bdi dir="ltr">{email}</bdi>
    </button>
  )
}

function Where({ conversation }: { conversation: ListedSession }) {
  const { t } = useTranslation()
  const { connection_id: connection, connection_name: database, area_id: area, area_name: areaName } = conversation
  return (
    <>
      {database === null ? (
        <span className="text-muted">{t('A private database, or none')}</span>
      ) : (
        <Link className="inline-block min-h-6" to="/databases" search={{ form: connection ?? undefined }}>
          <bdi>{database}</bdi>
        </Link>
      )}
      {area !== null && (
        <Link
          to="/business-areas/$areaId"
          params={{ areaId: area }}
          search={{}}
          className="block text-(length:--text-dense)"
        >
          <bdi>{areaName}</bdi>
        </Link>
      )}
    </>
  )
}

/** What the asker rated. A report of a wrong answer can be read where it was sent: among the examples of its area. */
function Feedback({ conversation: { right, wrong, area_id: area } }: { conversation: ListedSession }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {right > 0 && <Badge tone="success">{t('{n} right', { n: formatCount(right) })}</Badge>}
      {wrong > 0 && <Badge tone="danger">{t('{n} wrong', { n: formatCount(wrong) })}</Badge>}
      {wrong > 0 && area !== null && (
        <Link to="/business-areas/$areaId" params={{ areaId: area }} search={{ section: 'examples' }}>
          {t('See reports')}
        </Link>
      )}
    </span>
  )
}
