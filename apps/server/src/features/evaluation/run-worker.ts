import { message, runBudgetSchema, tokenPricesSchema } from '@parlance/contract'
import type { ErrorCode, Message } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { leaseOwner, ownerLives } from '../../lib/lease-owner.ts'
import { startPeriodicJob } from '../../lib/periodic-job.ts'
import type { PeriodicJob } from '../../lib/periodic-job.ts'
import type { EvaluationQuestionRow, EvaluationRunRow } from '../../store/schema.ts'
import type { AskedQuestion } from './ask-question.ts'
import type { EvaluationCore } from './core.ts'
import { finishRun } from './finish-run.ts'
import { stored } from './present.ts'
import { listOf } from './stored-list.ts'
import { findRunPlace } from './run-place.ts'
import { listToAsk } from './store/question-store.ts'
import { addResult, changeOwnRun, findRunRow, listActiveRuns, seizeRun } from './store/run-store.ts'
import { findSetRow } from './store/set-store.ts'

/** A run whose lease was not renewed for this long belongs to a dead process. */
const leaseMs = 30_000
const heartbeatMs = 5_000
/** How often to look for runs that another process left. */
const pollMs = 15_000
/** Questions that are asked at the same time. */
const atOnce = 2
/** Questions that are read at once. */
const batchSize = 50
/** So many questions in a row without a model or a database end a run. */
const mostFailures = 5

/** Errors that every further question would have too. */
const endingCodes = new Set<ErrorCode>([
  'account_inactive',
  'area_not_found',
  'area_required',
  'area_unavailable',
  'connection_not_found',
  'connection_untested',
  'forbidden',
  'license_feature',
  'license_limit',
  'model_auth',
  'model_not_configured',
  'no_database',
  'not_authenticated',
  'not_found',
  'quota_exceeded',
])

/** Errors that pass, unless they keep coming. */
const passingCodes = new Set<ErrorCode>(['database_unreachable', 'model_failed', 'model_unreachable', 'unavailable'])

export interface RunWorker {
  /** Begins to work on the runs that wait, now and from time to time. */
  start(): void
  /** Looks for a run to work on. Returns at once. */
  wake(): void
  /** Stops a run of this process at its current question. */
  stop(runId: string): void
  /** Resolves when this process works on no run. */
  settled(): Promise<void>
  /** Leaves the run in progress to another process or a later start. */
  close(): Promise<void>
}

/** Works on one run at a time in this process. Any process continues a run whose process is gone. */
export function createRunWorker(core: EvaluationCore): RunWorker {
  return new ProcessRunWorker(core)
}

/** Why a run ends early. */
class RunEnd extends Error {
  readonly status: 'cancelled' | 'stopped'
  readonly reason: Message | null

  constructor(status: RunEnd['status'], reason: Message | null) {
    super(status)
    this.status = status
    this.reason = reason
  }
}

/** Another process has the run, or it was deleted. */
class LostRun extends Error {}
/** The server stops; the run continues later. */
class Leaving extends Error {}

class ProcessRunWorker implements RunWorker {
  readonly #core: EvaluationCore
  readonly #owner = leaseOwner()
  #current: { runId: string; controller: AbortController } | null = null
  #working: Promise<void> = Promise.resolve()
  #isWorking = false
  #isAwake = false
  #isClosed = false
  #poll: PeriodicJob | null = null

  constructor(core: EvaluationCore) {
    this.#core = core
  }

  start(): void {
    this.wake()
    const times = { failure: 'could not look for evaluation runs', everyMs: pollMs }
    this.#poll ??= startPeriodicJob(this.#core.context.log, times, async () => this.wake())
  }

  wake(): void {
    this.#isAwake = true
    if (this.#isWorking || this.#isClosed) return
    this.#isWorking = true
    this.#working = this.#work().catch((error: unknown) =>
      this.#core.context.log.error({ err: error }, 'an evaluation run failed'),
    )
  }

  stop(runId: string): void {
    if (this.#current?.runId === runId) this.#current.controller.abort(new RunEnd('cancelled', null))
  }

  async settled(): Promise<void> {
    await this.#working
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#current?.controller.abort(new Leaving())
    await this.#poll?.close()
    await this.#working
  }

  async #work(): Promise<void> {
    try {
      while (this.#isAwake && !this.#isClosed) {
        this.#isAwake = false
        for (let run = await this.#claim(); run !== null; run = await this.#claim()) await this.#workOn(run)
      }
    } finally {
      this.#isWorking = false
    }
  }

  /** Takes the oldest run that waits or whose process is gone. */
  async #claim(): Promise<EvaluationRunRow | null> {
    if (this.#isClosed) return null
    const { store, now } = this.#core.context
    for (const run of await listActiveRuns(store.db)) {
      const moment = now().toISOString()
      const startedAt = run.started_at ?? moment
      const lease = { owner: this.#owner, until: this.#leaseEnd(), now: moment, startedAt }
      if (this.#isFree(run, moment) && (await seizeRun(store.db, run, lease))) return findRunRow(store.db, run.id)
    }
    return null
  }

  #isFree({ status, lease_owner: owner, lease_until: until }: EvaluationRunRow, moment: string): boolean {
    if (status === 'waiting' || owner === null || until === null || until < moment) return true
    return owner !== this.#owner && !ownerLives(owner)
  }

  #leaseEnd(): string {
    return new Date(this.#core.context.now().getTime() + leaseMs).toISOString()
  }

  async #workOn(run: EvaluationRunRow): Promise<void> {
    const { context } = this.#core
    const controller = new AbortController()
    this.#current = { runId: run.id, controller }
    if (this.#isClosed) controller.abort(new Leaving())
    const heartbeat = startPeriodicJob(
      context.log,
      { failure: 'could not renew the lease of an evaluation run', everyMs: heartbeatMs },
      () => this.#beat(run.id, controller),
    )
    try {
      const end = await this.#askAll(run, controller)
      await finishRun(this.#core, run.id, this.#owner, end)
    } catch (error) {
      if (error instanceof Leaving) await this.#leave(run.id)
      else if (!(error instanceof LostRun)) await this.#fail(run.id, error)
    } finally {
      this.#current = null
      await heartbeat.close()
    }
  }

  async #beat(runId: string, controller: AbortController): Promise<void> {
    const { db } = this.#core.context.store
    if (!(await changeOwnRun(db, runId, this.#owner, { lease_until: this.#leaseEnd() }))) {
      controller.abort(new LostRun())
    } else if ((await findRunRow(db, runId))?.cancel_requested === 1) {
      controller.abort(new RunEnd('cancelled', null))
    }
  }

  async #leave(runId: string): Promise<void> {
    await changeOwnRun(this.#core.context.store.db, runId, this.#owner, { lease_owner: null, lease_until: null })
  }

  async #fail(runId: string, error: unknown): Promise<void> {
    this.#core.context.log.error({ err: error, run: runId }, 'an evaluation run failed')
    const reason = message('The server could not continue this run. The server log has the details.')
    await finishRun(this.#core, runId, this.#owner, { status: 'stopped', reason })
  }

  /** @returns how the run ended. @throws LostRun, Leaving */
  async #askAll(
    run: EvaluationRunRow,
    controller: AbortController,
  ): Promise<{ status: 'finished' | 'cancelled' | 'stopped'; reason: Message | null }> {
    if (run.cancel_requested === 1) return { status: 'cancelled', reason: null }
    try {
      await new RunProgress(this.#core, run, this.#owner, controller).askAll()
      return { status: 'finished', reason: null }
    } catch (error) {
      if (error instanceof RunEnd) return { status: error.status, reason: error.reason }
      throw error
    }
  }
}

/** One run while this process works on it. */
class RunProgress {
  readonly #core: EvaluationCore
  readonly #run: EvaluationRunRow
  readonly #owner: string
  readonly #controller: AbortController
  readonly #counts: EvaluationRunRow
  #failures = 0
  /** The limit that the run reached. The questions that were asked before it still end. */
  #spent: RunEnd | null = null
  /** Questions without an outcome yet. */
  #asking = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(core: EvaluationCore, run: EvaluationRunRow, owner: string, controller: AbortController) {
    this.#core = core
    this.#run = run
    this.#owner = owner
    this.#controller = controller
    this.#counts = { ...run }
  }

  async askAll(): Promise<void> {
    let after = 0
    for (;;) {
      this.#controller.signal.throwIfAborted()
      const batch = await listToAsk(this.#core.context.store.db, this.#run, { after, limit: batchSize })
      const last = batch.at(-1)
      if (last === undefined) return
      after = last.position
      const { tag } = this.#run
      await this.#askBatch(tag === null ? batch : batch.filter(({ tags }) => listOf(tags).includes(tag)))
      if (this.#spent !== null) throw this.#spent
    }
  }

  async #askBatch(questions: EvaluationQuestionRow[]): Promise<void> {
    const waiting = questions.values()
    const askers = Array.from({ length: atOnce }, async () => {
      for (const question of waiting) await this.#ask(question)
    })
    // Both stop before the run ends, so that no result is stored after its end.
    const ends = await Promise.allSettled(askers)
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #ask(question: EvaluationQuestionRow): Promise<void> {
    const { signal } = this.#controller
    signal.throwIfAborted()
    this.#spent ??= this.#spentBudget()
    if (this.#spent !== null) return
    try {
      this.#asking += 1
      const first = await this.#askOnce(question)
      signal.throwIfAborted()
      // A model or a database that is out of reach for a moment says nothing about the answers.
      const asked = isPassing(first.error) ? withUseOf(first, await this.#askOnce(question)) : first
      signal.throwIfAborted()
      this.#requireUse(asked)
      await this.#store(asked)
      this.#asking -= 1
    } catch (error) {
      const reason = signal.aborted ? signal.reason : asEnd(error)
      this.#controller.abort(reason)
      throw reason
    }
  }

  async #askOnce(question: EvaluationQuestionRow): Promise<AskedQuestion> {
    const { context } = this.#core
    const set = await findSetRow(context.store.db, this.#run.set_id)
    if (set === null) throw new LostRun()
    const place = await findRunPlace(this.#core, set.area_id, this.#run)
    // This module loads the SQL package, which is not needed at server start.
    const { askQuestion } = await import('./ask-question.ts')
    return askQuestion(place, question, {
      runId: this.#run.id,
      keys: context.keys,
      prices: stored(tokenPricesSchema, this.#run.prices),
      timeoutMs: context.config.limits.turnTimeoutMs,
      signal: this.#controller.signal,
    })
  }

  /** The limit that the run has reached. Null if none. */
  #spentBudget(): RunEnd | null {
    const budget = stored(runBudgetSchema, this.#run.budget)
    if (budget === null) return null
    const { right, wrong, declined, failed, tokens, cost, started_at: start } = this.#counts
    const { now } = this.#core.context
    const minutes = (now().getTime() - Date.parse(start ?? now().toISOString())) / 60_000
    const isOver = (limit: number | null | undefined, used: number) => used >= (limit ?? Infinity)
    if (isOver(budget.questions, right + wrong + declined + failed + this.#asking)) return overBudget('questions')
    if (isOver(budget.tokens, tokens)) return overBudget('tokens')
    if (isOver(budget.cost, cost ?? 0)) return overBudget('cost')
    return isOver(budget.minutes, minutes) ? overBudget('minutes') : null
  }

  /** @throws RunEnd if every further question would end like this one */
  #requireUse({ error, row }: AskedQuestion): void {
    const { log } = this.#core.context
    if (error !== null) log.warn({ run: row.run_id, question: row.question_id, code: error.code }, 'a question failed')
    if (error !== null && endingCodes.has(error.code)) throw new RunEnd('stopped', error.text)
    this.#failures = isPassing(error) ? this.#failures + 1 : 0
    if (error !== null && this.#failures >= mostFailures) throw new RunEnd('stopped', error.text)
  }

  /** Stores results one after the other, so that the counts never go back. */
  async #store({ row }: AskedQuestion): Promise<void> {
    const { store } = this.#core.context
    const write = this.#writing.then(async () => {
      const counts = this.#counts
      counts[row.outcome] += 1
      counts.warned += row.warnings === '[]' ? 0 : 1
      counts.model_calls += row.model_calls
      counts.tokens += row.tokens
      if (row.cost !== null) counts.cost = (counts.cost ?? 0) + row.cost
      const { right, wrong, declined, failed, warned, model_calls, tokens, cost } = counts
      const change = { right, wrong, declined, failed, warned, model_calls, tokens, cost }
      const isMine = await store.transaction((transaction) => addResult(transaction, this.#owner, row, change))
      if (!isMine) throw new LostRun()
    })
    this.#writing = write.catch(() => undefined)
    await write
  }
}

function isPassing(error: AppError | null): boolean {
  return error !== null && passingCodes.has(error.code)
}

/** The second outcome of a question, with what both of them used. */
function withUseOf({ row: first }: AskedQuestion, second: AskedQuestion): AskedQuestion {
  const { row } = second
  const cost = row.cost === null ? first.cost : row.cost + (first.cost ?? 0)
  const use = { model_calls: first.model_calls + row.model_calls, tokens: first.tokens + row.tokens, cost }
  return { ...second, row: { ...row, ...use } }
}

function asEnd(error: unknown): unknown {
  return error instanceof AppError ? new RunEnd('stopped', error.text) : error
}

function overBudget(part: 'questions' | 'tokens' | 'cost' | 'minutes'): RunEnd {
  const reasons = {
    questions: message('The run reached its limit of questions.'),
    tokens: message('The run reached its limit of tokens.'),
    cost: message('The run reached its limit of cost.'),
    minutes: message('The run reached its time limit.'),
  }
  return new RunEnd('stopped', reasons[part])
}
