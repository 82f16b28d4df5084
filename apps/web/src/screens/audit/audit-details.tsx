import { auditValue, fieldNoun } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api/audit.ts'
import { translate } from '../../lib/i18n.ts'

/** What a sentence already says, or says better. */
const said = new Set(['status', 'code', 'reason', 'fields', 'user', 'people'])

/** What an entry says in addition to its sentence: values before and after, details, and where it came from. */
export function AuditDetails({ record }: { record: AuditEntry }) {
  const { t } = useTranslation()
  const { changes, detail, address, request_id: request, target_id: target, names } = record
  const details = Object.entries(detail).filter(([key, value]) => value !== null && value !== '' && !said.has(key))
  return (
    <div className="grid gap-3 pt-2 pb-1 text-(length:--text-dense)">
      {changes.length > 0 && (
        <dl className="grid gap-2">
          {changes.map(({ field, is_hidden: isHidden, before, after }) => (
            <Fact key={field} name={translate(t, fieldNoun(field))}>
              {isHidden ? (
                t('Changed')
              ) : (
                <>
                  <del className="text-muted">{translate(t, auditValue(field, before))}</del>
                  <span aria-hidden="true"> → </span>
                  <ins className="no-underline">{translate(t, auditValue(field, after))}</ins>
                </>
              )}
            </Fact>
          ))}
        </dl>
      )}
      <dl className="grid gap-2">
        {details.map(([key, value]) => (
          <Fact key={key} name={translate(t, fieldNoun(key))}>
            {names[String(value)] ?? translate(t, auditValue(key, value))}
          </Fact>
        ))}
        {address !== null && <Fact name={t('IP address')}>{address}</Fact>}
        {request !== null && <Fact name={t('Request ID')}>{request}</Fact>}
        <Fact name={t('Action')}>
          <code>{record.action}</code>
        </Fact>
      </dl>
      {target !== null && (
        <Link to="/audit" search={{ target }}>
          {t('All entries about this')}
        </Link>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-4 max-md:grid-cols-1">
      <dt className="text-muted first-letter:uppercase">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
