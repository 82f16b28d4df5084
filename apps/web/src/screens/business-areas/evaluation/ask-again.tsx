import type { EvaluationRun, EvaluationSet } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { runQuery } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useAskAgain } from './use-ask-again.ts'

/** A question asked again, which has its own run. */
export interface AskedAgain {
  /** The run. Null until it has the outcome. */
  run: EvaluationRun | null
  /** Says that it is in progress, or why it has no outcome. */
  note: 'asking' | 'failed' | { ended: EvaluationRun } | null
  onRetry: () => void
}

/** Follows the run of a question that was asked again. */
export function useAskedAgain(areaId: string, runId: string | null): AskedAgain {
  const query = useQuery({ ...runQuery(areaId, runId ?? ''), enabled: runId !== null })
  const onRetry = () => void query.refetch()
  if (runId === null) return { run: null, note: null, onRetry }
  if (query.data === undefined) return { run: null, note: query.isError ? 'failed' : 'asking', onRetry }
  if (query.data.ended_at === null) return { run: null, note: 'asking', onRetry }
  return query.data.done > 0
    ? { run: query.data, note: null, onRetry }
    : { run: null, note: { ended: query.data }, onRetry }
}

interface AskAgainProps {
  set: EvaluationSet
  /** The user and the model of this run answer again. */
  like: EvaluationRun
  questionId: string
  onStarted: (run: EvaluationRun) => void
}

/** Asks a question again in a separate run. */
export function AskAgain({ set, like, questionId, onStarted }: AskAgainProps) {
  const { t } = useTranslation()
  const ask = useAskAgain(set, onStarted)
  return (
    <>
      {ask.isError && (
        <span className="text-meta text-danger" role="alert">
          {describeError(ask.error, t('Could not ask the question. Try again.'))}
        </span>
      )}
      <Button
        kind="quiet"
        size="small"
        disabled={ask.isPending || set.active_run !== null}
        onClick={() => ask.mutate({ questionIds: [questionId], likeRunId: like.id })}
      >
        <Icon of={RefreshCw} small />
        {t('Ask again')}
      </Button>
    </>
  )
}

/** The progress of a question that is asked again, or why it got no outcome. */
export function AskedAgainNote({ again: { note, onRetry } }: { again: AskedAgain }) {
  const { t } = useTranslation()
  if (note === null) return null
  if (note === 'asking') {
    return (
      <output className="text-meta text-muted mb-2 flex items-center gap-2">
        <Spinner /> {t('Asking the question again...')}
      </output>
    )
  }
  if (note === 'failed') {
    return (
      <Note tone="danger" className="mb-3">
        <p>{t('Could not load the run. Try again.')}</p>
        <Button size="small" className="mt-2" onClick={onRetry}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const { reason } = note.ended
  return (
    <Note tone="warning" className="mb-3">
      {reason === null ? t('The run was canceled before it asked the question.') : translate(t, reason)}
    </Note>
  )
}
