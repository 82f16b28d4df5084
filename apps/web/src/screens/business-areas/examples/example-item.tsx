import { message, type Example, type ExampleStatus, type Message } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { wrongReasonTexts } from '../../../lib/wrong-reasons.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { ExampleForm, publishedWriter } from './example-form.tsx'
import { ExampleRows } from './example-rows.tsx'
import { SimilarExamples } from './similar-examples.tsx'
import type { ExampleActions } from './use-example-actions.ts'

interface StatusLook {
  text: Message
  tone: BadgeTone
}

const corrected: StatusLook = { text: message('Corrected'), tone: 'success' }
const looks: Record<ExampleStatus, StatusLook> = {
  pending: { text: message('Waiting for approval'), tone: 'warning' },
  approved: { text: message('Approved'), tone: 'success' },
  rejected: { text: message('Rejected'), tone: 'plain' },
  wrong: { text: message('Reported as wrong'), tone: 'danger' },
}

/** What the list of all waiting examples adds to one. */
export interface ExampleReview {
  /** Null for an example without an area. */
  areaName: string | null
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

interface ExampleItemProps {
  example: Example
  actions: ExampleActions
  review?: ExampleReview
}

/** One example with its SQL on demand, whether it still runs, and what the user may do with it. */
export function ExampleItem({ example, actions, review }: ExampleItemProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { question, status } = example
  const ran = actions.runs.get(example.id)
  const result = ran?.sql_query === example.sql_query ? ran.result : null
  const look = isCorrected(example) ? corrected : looks[status]
  if (isEditing) {
    return (
      <li className="border-t border-line py-3" aria-label={question}>
        <Reason example={example} />
        <ExampleForm
          subject={example}
          writer={publishedWriter}
          onClose={() => setEditing(false)}
          onSaved={(checked) => {
            setEditing(false)
            void actions.written(checked)
          }}
        />
      </li>
    )
  }
  return (
    <li className="border-t border-line py-3" aria-label={question}>
      <div className="flex items-start gap-3">
        {review !== undefined && example.may_decide && (
          <input
            type="checkbox"
            className="mt-1 flex-none"
            aria-label={t('Choose {question}', { question })}
            checked={review.isChosen}
            onChange={({ target }) => review.onChoose(target.checked)}
          />
        )}
        <p className="min-w-0 flex-1 max-h-50 overflow-auto wrap-anywhere whitespace-pre-wrap" dir="auto">
          {question}
        </p>
        {example.problem !== null && <Badge tone="danger">{t('No longer runs')}</Badge>}
        <Badge tone={look.tone}>{translate(t, look.text)}</Badge>
      </div>
      <p className="text-meta text-muted">
        {review !== undefined && (
          <>
            <bdi>{review.areaName ?? t('Without a business area')}</bdi> ·{' '}
          </>
        )}
        {example.created_by_name !== null && (
          <>
            <bdi>{example.created_by_name}</bdi> ·{' '}
          </>
        )}
        {formatDate(example.created_at)}
        {example.verified_at !== null && ` · ${t('Last ran {date}', { date: formatDate(example.verified_at) })}`}
      </p>
      <Reason example={example} />
      {example.reading !== null && <p className="text-meta text-muted">{example.reading}</p>}
      <Problem example={example} ownReason={ran?.problem ?? null} />
      <details className="mt-1.5" open={review !== undefined}>
        <Summary className="text-meta text-muted">{t('SQL')}</Summary>
        <SqlBox sql={example.sql_query} />
      </details>
      {ran !== undefined && 'added_question' in ran && (
        <Note tone="success" className="mt-2">
          <p>{t('Added to the question set "{name}" of the evaluation.', { name: ran.added_question.set_name })}</p>
          <Link
            to="/business-areas/$areaId/evaluation"
            params={{ areaId: example.area_id ?? '' }}
            search={{ set: ran.added_question.set_id, view: 'questions', question: ran.added_question.id }}
          >
            {t('Open question')}
          </Link>
        </Note>
      )}
      {result !== null && <ExampleRows result={result} />}
      {actions.failure?.id === example.id && <Note tone="danger">{actions.failure.text}</Note>}
      {review !== undefined && example.may_decide && <SimilarExamples id={example.id} />}
      <ItemActions
        example={example}
        actions={actions}
        onEdit={() => setEditing(true)}
        isReview={review !== undefined}
      />
    </li>
  )
}

/** Whether someone stored the SQL that a wrong answer should have had. */
export function isCorrected({ status, decided_at: decidedAt }: Example): boolean {
  return status === 'wrong' && decidedAt !== null
}

/** Why the answer is wrong, as its user said. */
function Reason({ example: { reason, comment } }: { example: Example }) {
  const { t } = useTranslation()
  if (reason === null && comment === null) return null
  return (
    <p className="my-1 wrap-anywhere whitespace-pre-wrap">
      {reason !== null && translate(t, wrongReasonTexts[reason])}
      {reason !== null && comment !== null && ' · '}
      {comment !== null && <q dir="auto">{comment}</q>}
    </p>
  )
}

/** Why the example no longer runs. The reason of the user's own run may say more than the stored one. */
function Problem({ example, ownReason }: { example: Example; ownReason: Example['problem'] }) {
  const { t } = useTranslation()
  if (example.problem === null) return null
  const reason = serverText(ownReason ?? example.problem)
  return (
    <Note tone="warning" className="mt-2">
      <p>
        {example.area_id === null
          ? t('No longer runs: {reason}', { reason })
          : t('No longer runs in this area: {reason}', { reason })}
      </p>
      <p>
        {t(
          'Questions do not use it. Edit the example or delete it, or fix the cause. Parlance checks it again when the area or its tables change.',
        )}
      </p>
    </Note>
  )
}

interface ItemActionsProps extends Omit<ExampleItemProps, 'review'> {
  onEdit: () => void
  /** Whether the example is in the list of all that wait. */
  isReview: boolean
}

function ItemActions({ example, actions, onEdit, isReview }: ItemActionsProps) {
  const { t } = useTranslation()
  const { question, status, may_decide: mayDecide } = example
  const isBusy = actions.working === example.id
  const isReport = status === 'wrong'
  const isOpen = status === 'pending' || (isReport && !isCorrected(example))
  const mayDelete = mayDecide || (example.is_own && isOpen)
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {mayDecide && status !== 'approved' && !isReport && (
        <Button
          size="small"
          kind="primary"
          disabled={isBusy}
          aria-label={t('Approve {question}', { question })}
          onClick={() => void actions.decide(example, 'approve')}
        >
          {t('Approve')}
        </Button>
      )}
      {mayDecide && status !== 'rejected' && !isReport && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={t('Reject {question}', { question })}
          onClick={() => void actions.decide(example, 'reject')}
        >
          {t('Reject')}
        </Button>
      )}
      {mayDecide && isReport && isOpen && example.area_id !== null && (
        <Button
          size="small"
          kind="primary"
          disabled={isBusy}
          aria-label={t('Correct {question}', { question })}
          onClick={onEdit}
        >
          {t('Correct')}
        </Button>
      )}
      {mayDecide && !isReport && (
        <>
          <Button
            size="small"
            disabled={isBusy}
            aria-label={t('Run {question}', { question })}
            onClick={() => void actions.run(example)}
          >
            {isBusy && <Spinner />}
            {isReview ? t('Show rows') : t('Run')}
          </Button>
          <Button size="small" disabled={isBusy} aria-label={t('Edit {question}', { question })} onClick={onEdit}>
            {isReview ? t('Edit and approve') : t('Edit')}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button
          size="small"
          kind="danger"
          disabled={isBusy}
          aria-label={t('Delete {question}', { question })}
          onClick={() => void actions.remove(example)}
        >
          {t('Delete')}
        </Button>
      )}
    </div>
  )
}
