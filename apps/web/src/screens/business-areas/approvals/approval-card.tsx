import type { AreaApproval } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { Decision } from '../../../api/protection.ts'
import { FoldedNames, FoldedSentences } from '../../../components/folded-list.tsx'
import { serverSentences } from '../../../lib/server-text.ts'
import { formatSessionDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import cardStyles from '../../../components/card.module.css'
import styles from './approvals.module.css'

const shown = { sentences: 8, tables: 12 }

interface ApprovalCardProps {
  approval: AreaApproval
  /** Resolves to the reason why the decision failed, or null. */
  onDecide: (decision: Decision) => Promise<string | null>
}

/** One pending change: who asked for what, what users would see, and the two buttons. */
export function ApprovalCard({ approval, onDecide }: ApprovalCardProps) {
  const { t } = useTranslation()
  const heading = useId()
  const isChange = approval.kind === 'change'
  return (
    <article className={cn(cardStyles.card, styles.approval)} aria-labelledby={heading}>
      <div className={cardStyles.head}>
        <h2 id={heading} className="line-clamp-2 wrap-anywhere grow">
          <Link to="/business-areas/$areaId" params={{ areaId: approval.area_id }}>
            <bdi>{approval.area_name}</bdi>
          </Link>
        </h2>
        <span className="badge">{isChange ? t('Requested change') : t('Hidden tables')}</span>
      </div>
      <Facts approval={approval} />
      {approval.summary.length > 0 && (
        <div className={styles.part}>
          <h3 className="eyebrow">{isChange ? t('Request') : t('Waiting for approval')}</h3>
          <FoldedSentences
            items={serverSentences(approval.summary, approval.summary_messages)}
            shown={shown.sentences}
          />
        </div>
      )}
      {approval.effects.length > 0 && (
        <div className={cn(styles.part, styles.effects)}>
          <h3 className="eyebrow">
            <Icon of={Eye} small />
            {t('What users would see')}
          </h3>
          <FoldedSentences
            items={serverSentences(approval.effects, approval.effect_messages)}
            shown={shown.sentences}
          />
        </div>
      )}
      {approval.tables.length > 0 && (
        <div className={styles.part}>
          <h3 className="eyebrow">{t('Protected tables')}</h3>
          <p className={styles.tables}>
            <FoldedNames items={approval.tables} shown={shown.tables} />
          </p>
        </div>
      )}
      <Decisions heading={heading} onDecide={onDecide} />
    </article>
  )
}

function Facts({ approval }: { approval: AreaApproval }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const when = formatSessionDate(approval.requested_at, now)
  return (
    <ul className={cn('meta muted', cardStyles.summary, styles.summary)}>
      {factsOf(approval, when, t).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

function factsOf(approval: AreaApproval, when: string, t: TFunction): string[] {
  const { application_name: application, owner_name: owner, requested_by: by } = approval
  return [
    application === null ? null : t('Application: {name}', { name: application }),
    owner === null ? null : t('Owner: {name}', { name: owner }),
    by === null ? t('Waiting since: {when}', { when }) : t('Requested by {name}, {when}', { name: by, when }),
  ].filter((fact) => fact !== null)
}

function Decisions({ heading, onDecide }: Pick<ApprovalCardProps, 'onDecide'> & { heading: string }) {
  const { t } = useTranslation()
  const [running, setRunning] = useState<Decision | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const decide = async (decision: Decision, pressed: HTMLElement) => {
    setRunning(decision)
    setFailure(null)
    const text = await onDecide(decision)
    setFailure(text)
    setRunning(null)
    // A disabled button loses the focus; give it back after a failure.
    if (text !== null) requestAnimationFrame(() => document.activeElement === document.body && pressed.focus())
  }
  const buttons = [
    { decision: 'decline', kind: 'plain', label: t('Decline'), busy: t('Declining...') },
    { decision: 'approve', kind: 'primary', label: t('Approve'), busy: t('Approving...') },
  ] as const
  return (
    <>
      {failure !== null && (
        <Note tone="danger" className="mt-2">
          {failure}
        </Note>
      )}
      <div className={cn(cardStyles.foot, styles.foot)}>
        <div className={cn(cardStyles.actions, styles.actions)}>
          {buttons.map(({ decision, kind, label, busy }) => (
            <Button
              key={decision}
              kind={kind}
              disabled={running !== null}
              aria-describedby={heading}
              onClick={({ currentTarget }) => void decide(decision, currentTarget)}
            >
              {running === decision && <Spinner />}
              {running === decision ? busy : label}
            </Button>
          ))}
        </div>
      </div>
    </>
  )
}
