/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some
   browsers drop the table roles when the rows are laid out as blocks */
import { message, type Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api/audit.ts'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import styles from './audit.module.css'

const outcomes: Record<string, { name: Message; badge: string }> = {
  allowed: { name: message('Allowed'), badge: 'badge-success' },
  denied: { name: message('Denied'), badge: 'badge-danger' },
  failed: { name: message('Failed'), badge: 'badge-warning' },
}

/** The word for an outcome; an outcome this client does not know is shown unchanged. */
export function outcomeName(outcome: string, t: TFunction): string {
  const name = outcomes[outcome]?.name
  return name === undefined ? outcome : translate(t, name)
}

interface AuditTableProps {
  records: AuditEntry[]
  /** Shows only the records of one user. */
  onUser: (userId: string) => void
}

/** The records; on narrow screens each one is its own block. */
export function AuditTable({ records, onUser }: AuditTableProps) {
  const { t } = useTranslation()
  const columns = [t('When'), t('Who'), t('Action'), t('Target'), t('Outcome'), t('Details')]
  return (
    <table className={styles.table} role="table" aria-label={t('Audit log')}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((name) => (
            <th key={name} scope="col" role="columnheader">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
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
  const details = Object.entries(record.detail).flatMap(([key, value]) => detailText(key, value) ?? [])
  return (
    <tr role="row">
      <td role="cell" className={cn('tabular-nums', styles.when)} title={record.at}>
        {formatTimestamp(record.at) ?? record.at}
      </td>
      <td role="cell" className={styles.person}>
        {userId === null ? (
          <span className="faint">{record.address === null ? t('Server') : t('Not signed in')}</span>
        ) : (
          <button type="button" className={styles.resource} onClick={() => onUser(userId)}>
            <bdi dir="ltr">{email ?? userId}</bdi>
          </button>
        )}
        {record.address !== null && <span className="meta faint block">{record.address}</span>}
      </td>
      <td role="cell" className={styles.action}>
        <code>{record.action}</code>
      </td>
      <td role="cell" className={styles.target}>
        {subject !== null && <bdi>{subject}</bdi>}
        {kind !== null && <span className="meta faint block">{kind}</span>}
      </td>
      <td role="cell" className={styles.outcome}>
        <span className={cn('badge', outcomes[record.outcome]?.badge)}>{outcomeName(record.outcome, t)}</span>
      </td>
      <td role="cell" className={cn('meta muted', styles.details)}>
        {details.join(' · ')}
      </td>
    </tr>
  )
}

/** A detail in words; null if there is nothing to show. */
function detailText(key: string, value: AuditEntry['detail'][string]): string | null {
  if (value === null || value === '') return null
  return `${key.replaceAll('_', ' ').replace('sql', 'SQL')}: ${String(value)}`
}
