import type { EvaluationResultDetail, EvaluationRun, QuestionOutcome } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { translate } from '../../../lib/i18n.ts'

export interface Happened {
  /** Decides the color. Null if the later run did not ask the question. */
  outcome: QuestionOutcome | null
  /** How the outcome changed. */
  title: string
  /** Why the answer is not right, or was not. Empty if there is nothing to add. */
  detail: string
}

interface Sides {
  /** Null if only one run is shown. */
  beforeRun: EvaluationRun | null
  afterRun: EvaluationRun
  /** Null if the run did not ask the question. */
  before: EvaluationResultDetail | null
  after: EvaluationResultDetail | null
}

/** What happened to a question between two runs, in words. */
export function whatHappened({ beforeRun, afterRun, before, after }: Sides, t: TFunction): Happened {
  const outcome = after?.outcome ?? null
  const reason = after?.reason ?? (outcome === null ? before?.reason : null) ?? null
  const title = titleOf({ beforeRun, afterRun, before: before?.outcome ?? null, after: outcome }, t)
  const wasWrong = outcome === 'right' && before !== null && before.outcome !== 'right' ? before.reason : null
  const detail = [
    reason !== null && translate(t, reason),
    wasWrong !== null && t('Before: {reason}', { reason: translate(t, wasWrong) }),
    after !== null && after.warnings.length > 0 && t('The answer had a warning.'),
  ]
  return { outcome, title, detail: detail.filter((part) => part !== false).join(' ') }
}

interface Change {
  beforeRun: EvaluationRun | null
  afterRun: EvaluationRun
  before: QuestionOutcome | null
  after: QuestionOutcome | null
}

function titleOf({ beforeRun, afterRun, before, after }: Change, t: TFunction): string {
  const n = afterRun.number
  if (after === null) return t('Not asked in run {n, number}.', { n })
  if (beforeRun !== null && before !== null) {
    if (before === after) return sameTitle(after, t)
    if (after === 'right') return t('Fixed in run {n, number}.', { n })
    if (before === 'right') return t('Broken in run {n, number}.', { n })
  }
  if (after === 'right') return t('Right in run {n, number}.', { n })
  if (after === 'wrong') return t('Wrong in run {n, number}.', { n })
  return after === 'declined' ? t('Declined in run {n, number}.', { n }) : t('Failed in run {n, number}.', { n })
}

function sameTitle(outcome: QuestionOutcome, t: TFunction): string {
  if (outcome === 'right') return t('Right in both runs.')
  if (outcome === 'wrong') return t('Wrong in both runs.')
  return outcome === 'declined' ? t('Declined in both runs.') : t('Failed in both runs.')
}
