import type { AreaApproval } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Decision } from '../../../api/protection.ts'
import { FoldedNames, FoldedSentences } from '../../../components/folded-list.tsx'
import { serverSentences } from '../../../lib/server-text.ts'
import { formatSessionDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Card, CardActions, CardFacts, CardFoot, CardHead } from '../../../components/card.tsx'

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
    <Card className="pb-3!" aria-labelledby={heading}>
      <CardHead>
        <h2 id={heading} className="line-clamp-2 min-w-0 flex-auto basis-45 text-[15px]/5 font-semibold wrap-anywhere">
          <Link to="/business-areas/$areaId" params={{ areaId: approval.area_id }}>
            <bdi>{approval.area_name}</bdi>
          </Link>
        </h2>
        <Badge>{isChange ? t('Requested change') : t('Hidden tables')}</Badge>
      </CardHead>
      <Facts approval={approval} />
      {approval.summary.length > 0 && (
        <div className="mt-3.5 wrap-anywhere">
          <h3 className="text-meta font-medium text-faint mb-0.5 flex items-center gap-1">
            {isChange ? t('Request') : t('Waiting for approval')}
          </h3>
          <FoldedSentences
            items={serverSentences(approval.summary, approval.summary_messages)}
            shown={shown.sentences}
          />
        </div>
      )}
      {approval.effects.length > 0 && (
        <div className="mt-3.5 wrap-anywhere rounded-control bg-sunken px-3 py-2.5">
          <h3 className="text-meta font-medium text-faint mb-0.5 flex items-center gap-1">
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
        <div className="mt-3.5 wrap-anywhere">
          <h3 className="text-meta font-medium text-faint mb-0.5 flex items-center gap-1">{t('Protected tables')}</h3>
          <p className="font-mono text-[12px]/5">
            <FoldedNames items={approval.tables} shown={shown.tables} />
          </p>
        </div>
      )}
      <Decisions heading={heading} onDecide={onDecide} />
    </Card>
  )
}

function Facts({ approval }: { approval: AreaApproval }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const when = formatSessionDate(approval.requested_at, now)
  return (
    <CardFacts className="text-muted mt-1! wrap-anywhere">
      {factsOf(approval, when, t).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </CardFacts>
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
      <CardFoot className="mt-3.5! pt-3!">
        <CardActions className="max-md:grid! max-md:w-full max-md:grid-cols-2 max-md:gap-2!">
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
        </CardActions>
      </CardFoot>
    </>
  )
}
