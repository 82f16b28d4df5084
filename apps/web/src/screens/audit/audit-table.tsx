import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api/audit.ts'
import { cn } from '../../lib/cn.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'

const outcomes: Record<string, { name: string; badge: string }> = {
  allowed: { name: 'Allowed', badge: 'badge-success' },
  denied: { name: 'Denied', badge: 'badge-danger' },
  failed: { name: 'Failed', badge: 'badge-warning' },
}

/** The word for how something ended; one that this client does not know stays as it is. */
export function outcomeName(outcome: string): string {
  return outcomes[outcome]?.name ?? outcome
}

interface AuditTableProps {
  records: AuditEntry[]
  /** Shows the records of one person alone. */
  onUser: (userId: string) => void
}

/** The records; on narrow screens each is a block of its own. */
export function AuditTable({ records, onUser }: AuditTableProps) {
  const { t } = useTranslation()
  return (
    <table className="audit">
      <thead>
        <tr>
          <th scope="col">{t('When')}</th>
          <th scope="col">{t('Who')}</th>
          <th scope="col">{t('Action')}</th>
          <th scope="col">{t('Target')}</th>
          <th scope="col">{t('Outcome')}</th>
          <th scope="col">{t('Details')}</th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <AuditRow key={record.id} record={record} onUser={onUser} />
        ))}
      </tbody>
    </table>
  )
}

function AuditRow({ record, onUser }: { record: AuditEntry; onUser: (userId: string) => void }) {
  const { t } = useTranslation()
  const { user_id: userId, user_email: email, target_name: name, target_kind: kind, target_id: target } = record
  const subject = name ?? target
  const details = Object.entries(record.detail).map(([key, value]) => `${key}: ${String(value)}`)
  return (
    <tr>
      <td className="num" title={record.at}>
        {formatTimestamp(record.at) ?? record.at}
      </td>
      <td>
        {userId === null ? (
          <span className="faint">{t('Nobody signed in')}</span>
        ) : (
          <button type="button" className="link" onClick={() => onUser(userId)}>
            <bdi dir="ltr">{email ?? userId}</bdi>
          </button>
        )}
        {record.address !== null && <span className="meta faint block">{record.address}</span>}
      </td>
      <td>
        <code>{record.action}</code>
      </td>
      <td>
        {subject !== null && <bdi>{subject}</bdi>}
        {kind !== null && <span className="meta faint block">{kind}</span>}
      </td>
      <td>
        <span className={cn('badge', outcomes[record.outcome]?.badge)}>{t(outcomeName(record.outcome))}</span>
      </td>
      <td className="meta muted">{details.join(' · ')}</td>
    </tr>
  )
}
