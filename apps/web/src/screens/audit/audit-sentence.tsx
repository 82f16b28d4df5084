import { auditParts, auditReason, auditSentence, type SentenceParts } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api/audit.ts'
import { translate } from '../../lib/i18n.ts'

/** Characters of the private use area, that a link replaces, so that a language can put the names in any order. */
const marks = { who: '\uE000', target: '\uE001', user: '\uE002' } as const satisfies Record<keyof SentenceParts, string>
const anyMark = /([\uE000-\uE002])/

interface AuditSentenceProps {
  record: AuditEntry
  /** Shows only the records of one user. */
  onUser: (userId: string) => void
}

/** A record as one sentence, with links to what it names, and the reason if the action did not happen. */
export function AuditSentence({ record, onUser }: AuditSentenceProps) {
  const { t } = useTranslation()
  const parts = auditParts(record)
  const placed = { who: { text: marks.who }, target: { text: marks.target }, user: { text: marks.user } }
  const nodes: Record<string, ReactNode> = {
    [marks.who]: <Actor record={record} name={translate(t, parts.who)} onUser={onUser} />,
    [marks.target]: <Target record={record} name={translate(t, parts.target)} />,
    [marks.user]: <UserLink id={record.detail['user']} name={translate(t, parts.user)} />,
  }
  const reason = auditReason(record)
  return (
    <>
      {translate(t, auditSentence(record, placed))
        .split(anyMark)
        .map((piece, index) => (
          // The pieces of a sentence have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>{nodes[piece] ?? piece}</Fragment>
        ))}
      {reason !== null && <span className="block text-muted">{translate(t, reason)}</span>}
    </>
  )
}

function Actor({ record, name, onUser }: AuditSentenceProps & { name: string }) {
  const { user_id: id } = record
  if (id === null) return name
  return (
    <button type="button" className="min-h-6 text-left text-accent-text hover:underline" onClick={() => onUser(id)}>
      <bdi dir="ltr">{name}</bdi>
    </button>
  )
}

function Target({ record, name }: { record: AuditEntry; name: string }) {
  const { target_kind: kind, target_id: id, action } = record
  if (id === null || action.endsWith('.delete') || action === 'user.reject') return <bdi>{name}</bdi>
  switch (kind ?? '') {
    case 'user':
      return <UserLink id={id} name={name} />
    case 'connection':
      return (
        <Link to="/databases" search={{ form: id }}>
          <bdi>{name}</bdi>
        </Link>
      )
    case 'area':
      return (
        <Link to="/business-areas/$areaId" params={{ areaId: id }} search={{}}>
          <bdi>{name}</bdi>
        </Link>
      )
    case 'session':
      return (
        <Link to="/conversations" search={{ conversation: id }}>
          <bdi>{name}</bdi>
        </Link>
      )
    default:
      return <bdi>{name}</bdi>
  }
}

function UserLink({ id, name }: { id: AuditEntry['detail'][string] | undefined; name: string }) {
  if (typeof id !== 'string') return name
  return (
    <Link to="/users" search={{ form: id }}>
      <bdi dir="ltr">{name}</bdi>
    </Link>
  )
}
