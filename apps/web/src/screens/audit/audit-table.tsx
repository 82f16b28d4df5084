/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some
   browsers drop the table roles when the rows are laid out as blocks */
import { message, type Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api/audit.ts'
import { translate } from '../../lib/i18n.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { AuditDetails } from './audit-details.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const outcomes: Record<string, { name: Message; tone: BadgeTone }> = {
  allowed: { name: message('Allowed'), tone: 'success' },
  denied: { name: message('Denied'), tone: 'danger' },
  failed: { name: message('Failed'), tone: 'warning' },
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
  const columns = [t('When'), t('What happened'), t('Outcome')]
  return (
    <table className="w-full text-(length:--text-control) max-md:block" role="table" aria-label={t('Audit log')}>
      <thead role="rowgroup" className="max-md:absolute max-md:[clip-path:inset(50%)]">
        <tr role="row">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              role="columnheader"
              className="border-b border-line-strong py-1.5 pr-3 text-left text-(length:--text-dense) font-medium text-faint"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {records.map((record) => (
          <AuditRow key={record.id} record={record} onUser={onUser} />
        ))}
      </tbody>
    </table>
  )
}

function AuditRow({ record, onUser }: { record: AuditEntry; onUser: (userId: string) => void }) {
  const { t } = useTranslation()
  return (
    <tr
      role="row"
      className="border-b border-line align-top max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:py-3"
    >
      <td
        role="cell"
        className="py-2 pr-4 whitespace-nowrap text-muted tabular-nums max-md:py-0 max-md:text-(length:--text-dense)"
        title={record.at}
      >
        {formatTimestamp(record.at) ?? record.at}
      </td>
      <td
        role="cell"
        className="w-full py-2 pr-4 wrap-anywhere max-md:order-3 max-md:col-span-2 max-md:pt-1 max-md:pb-0"
      >
        <AuditSentence record={record} onUser={onUser} />
        <details>
          <summary className="inline-block min-h-6 cursor-pointer text-(length:--text-dense) text-muted hover:text-ink">
            {t('Details')}
          </summary>
          <AuditDetails record={record} />
        </details>
      </td>
      <td role="cell" className="py-2 max-md:py-0">
        <Badge tone={outcomes[record.outcome]?.tone}>{outcomeName(record.outcome, t)}</Badge>
      </td>
    </tr>
  )
}
