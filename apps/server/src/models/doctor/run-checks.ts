import { message, wireMessage } from '@parlance/contract'
import type { CheckEvent, CheckPlan, ModelCheck, ModelCheckId, ModelReport, SampleAnswer } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { describeFault } from '../describe-fault.ts'
import type { ModelChoice } from '../vendor.ts'
import { addressCheck } from './address.ts'
import { answerCheck, speedCheck, streamingCheck } from './answer.ts'
import { failed, skipped, type Check, type CheckContext, type Finding, type Findings } from './check.ts'
import { imagesCheck } from './images.ts'
import { keyCheck } from './key.ts'
import { cachingCheck, contextCheck } from './long-prompt.ts'
import { modelCheck } from './model.ts'
import { sampleQuestionCheck } from './sample-question.ts'
import { structuredOutputCheck } from './structured-output.ts'
import { parallelToolsCheck, toolsCheck } from './tools.ts'

/** Every check, in the order in which they run. */
const allChecks: Check[] = [
  addressCheck,
  keyCheck,
  modelCheck,
  answerCheck,
  streamingCheck,
  speedCheck,
  toolsCheck,
  parallelToolsCheck,
  structuredOutputCheck,
  imagesCheck,
  contextCheck,
  cachingCheck,
  sampleQuestionCheck,
]

/** How many calls and tokens all checks need at most. */
export const checkPlan: CheckPlan = {
  calls: allChecks.reduce((sum, { calls }) => sum + calls, 0),
  tokens: allChecks.reduce((sum, { tokens }) => sum + tokens, 0),
}

export type CheckedModel = Omit<CheckContext, 'findings'>

/** Checks a model, and yields each result as soon as it is certain. Ends without a report if the signal aborts. */
export async function* runChecks(model: CheckedModel, now: () => Date): AsyncGenerator<CheckEvent> {
  const findings = noFindings()
  const checks: ModelCheck[] = []
  for (const check of allChecks) {
    if (model.signal.aborted) return
    yield { type: 'started', id: check.id }
    const checked = await runCheck(check, { ...model, findings }, checks)
    if (model.signal.aborted) return
    checks.push(checked)
    yield { type: 'checked', check: checked }
  }
  yield { type: 'report', report: reportOf(model.choice, { checks, sample: findings.sample, now }) }
}

export function noFindings(): Findings {
  return {
    list: null,
    server: 'other',
    answer: null,
    canUseTools: false,
    canFollowSchema: false,
    long: null,
    sample: null,
  }
}

async function runCheck(check: Check, context: CheckContext, before: ModelCheck[]): Promise<ModelCheck> {
  const started = performance.now()
  const { state, found, advice } = await findingOf(check, context, before)
  const ms = Math.round(performance.now() - started)
  return { id: check.id, state, ms, found: wireMessage(found), advice: advice && wireMessage(advice) }
}

async function findingOf(check: Check, context: CheckContext, before: ModelCheck[]): Promise<Finding> {
  const missing = before.find(({ id, state }) => state === 'failed' && check.needs.includes(id))
  if (missing || isUnknown(check, before)) return skipped(message('Not checked, because an earlier check failed.'))
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(check.timeoutMs)])
  try {
    return await check.run({ ...context, signal })
  } catch (error) {
    if (error instanceof AppError) return failed(error.text, null)
    return failed(describeFault(error, context.choice), null)
  }
}

/** Whether something that the check needs was skipped because of an earlier failure. */
function isUnknown({ needs }: Check, before: ModelCheck[]): boolean {
  const failures = new Set<ModelCheckId>(before.filter(({ state }) => state === 'failed').map(({ id }) => id))
  return (
    failures.size > 0 && before.some(({ id, state }) => id === 'answer' && state === 'skipped' && needs.includes(id))
  )
}

function reportOf(
  { provider, model }: ModelChoice,
  { checks, sample, now }: { checks: ModelCheck[]; sample: SampleAnswer | null; now: () => Date },
): ModelReport {
  const done = checks.filter(({ state }) => state !== 'skipped')
  return {
    provider,
    model,
    checked_at: now().toISOString(),
    passed: done.filter(({ state }) => state !== 'failed').length,
    total: done.length,
    checks,
    sample,
  }
}
