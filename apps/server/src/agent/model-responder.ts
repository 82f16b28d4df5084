import { formatMessage, joinMessages, message, verbatim, wireMessage } from '@parlance/contract'
import type { AreaRecommendation, Message, PromptPart, TextFigure } from '@parlance/contract'
import type { ModelMessage, ToolResultPart } from 'ai'
import { AppError } from '../lib/errors.ts'
import { asOneTurn } from '../models/bounded-answer.ts'
import type { ModelHandle } from '../models/vendor.ts'
import { isNote, saysNothing } from './check-result.ts'
import { answerFromTable, readingsFrom, switchToArea, withFailedQuery, withoutQuery, withWarnings } from './compose.ts'
import type { AgentTurn, NamedOutcome, Responder, ToolOutcome, TurnAnswer, TurnResult } from './contract.ts'
import { callLimit, Corrections, toolsPerCall } from './correct.ts'
import { citedResults } from './cited-results.ts'
import { AnswerText, type CheckedText } from './figures/answer-text.ts'
import { betterOf, requestCorrection } from './figures/correction.ts'
import { KnownWords } from './figures/unknown-names.ts'
import { createGrounding, type Grounding } from './grounding.ts'
import { callModel, type CallPreferences, type ModelAnswer, type RequestedTool } from './model-call.ts'
import { createModelWriter } from './model-writer.ts'
import { progressText } from './progress-text.ts'
import { partOf } from './prompt-record.ts'
import { cacheKeyOf, instructionsFor, preparePrompt, type PreparedPrompt } from './prompt.ts'
import { errorIn } from './texts.ts'
import { areaFallbackText } from './tools/area-fallback.ts'
import { askedBack } from './tools/ask-user.ts'
import { checkCall } from './tools/check-call.ts'
import { declaredTools, toolNamed, toolsPart, type PreparedCall } from './tools/model-tools.ts'
import { refuseTool } from './tools/tool.ts'
import { runTogether, type Place } from './tools/run-together.ts'
import { onlyWhatIsMissing, saysNothingWasFound } from './what-is-missing.ts'
import { unclearWords } from './unclear-words.ts'

/** The models that answer: one that leads and writes the words, and optionally another that writes the SQL. */
export interface ResponderModels {
  lead: ModelHandle
  /** Writes SQL; defaults to the leading model. */
  sql?: ModelHandle | null
}

/** Answers with a model that writes SQL and calls tools. Its text may state only what the result contains. */
export function createModelResponder(
  models: ModelHandle | ResponderModels,
  preferences: CallPreferences | ((turn: AgentTurn) => CallPreferences),
): Responder {
  const { lead, sql = null }: ResponderModels = 'lead' in models ? models : { lead: models }
  return {
    name: lead.id,
    provider: lead.provider,
    respond: (turn) => {
      const own = typeof preferences === 'function' ? preferences(turn) : preferences
      const writer = sql ? createModelWriter(sql, own) : undefined
      return asOneTurn(() => new Conversation({ ...turn, writer, hasModelWords: true }, { lead, sql }, own).run())
    },
  }
}

/** One turn's exchange with the model. */
class Conversation {
  readonly #turn: AgentTurn
  readonly #models: ResponderModels
  readonly #preferences: CallPreferences
  readonly #corrections = new Corrections()
  #prompt: PreparedPrompt | null = null
  /** The messages after the prompt. */
  readonly #exchange: ModelMessage[] = []
  /** The result of the last query. */
  #result: TurnResult | null = null
  /** All results, by their names. */
  readonly #results = new Map<string, TurnResult>()
  /** The results that are only samples of tables. */
  readonly #samples = new Set<string>()
  /** The last result that a chart was drawn of. */
  #charted: string | null = null
  /** Model answers whose queries of the database went well. */
  #goodQueries = 0
  #lastError: Message | null = null
  /** Why the last query failed; null if it went well, or if none was tried. */
  #failedQuery: Message | null = null
  #choice: ToolOutcome['choice'] | null = null
  #betterArea: AreaRecommendation | null = null
  #lacksTables = false
  readonly #usedTools = new Set<string>()
  #wasReminded = false
  /** The answer that the model was asked to correct. */
  #firstVersion: CheckedText | null = null

  constructor(turn: AgentTurn, models: ResponderModels, preferences: CallPreferences) {
    this.#turn = turn
    this.#models = models
    this.#preferences = preferences
  }

  async run(): Promise<TurnAnswer> {
    try {
      return await this.#converse()
    } catch (error) {
      // What is certain stays if the model cannot be asked again.
      this.#turn.signal.throwIfAborted()
      if (this.#firstVersion === null || this.#shown === null) throw error
      return this.#answerWith(this.#firstVersion, this.#shown)
    }
  }

  async #converse(): Promise<TurnAnswer> {
    this.#showProgress(1)
    this.#prompt = await preparePrompt(this.#turn, {
      cachePoint: this.#handle.cachePoint,
      schemaCharacters: this.#preferences.schemaCharacters,
      textShare: this.#preferences.textShare,
    })
    for (let call = 1; call <= callLimit; call++) {
      if (call > 1) this.#showProgress(call)
      const stream = this.#openStream()
      const answer = await this.#call(stream)
      if (answer.toolCalls.length === 0) {
        const final = this.#conclude(stream)
        if (final) return final
      } else {
        await this.#runTools(answer)
        if (this.#choice) return this.#answer(this.#groundedQuestion(this.#choice))
        if (this.#corrections.isExhausted) return this.#giveUp()
      }
    }
    return this.#giveUp()
  }

  #showProgress(call: number): void {
    const place = { call, failures: this.#corrections.failures, isGood: this.#isGood, hasResult: this.#result !== null }
    const text = progressText({ ...place, model: this.#handle.id })
    this.#turn.emit({ kind: 'progress', ...wireMessage(text) })
  }

  /** The model for this call: the SQL model until there are rows, then the leading one. */
  get #handle(): ModelHandle {
    return this.#result === null ? (this.#models.sql ?? this.#models.lead) : this.#models.lead
  }

  get #isGood(): boolean {
    return this.#result !== null && this.#result.warnings.every(isNote) && !saysNothing(this.#result.result)
  }

  /** The schema isn't needed to describe a good result. A model that asks for more after one gets it again. */
  get #isAnswering(): boolean {
    return this.#isGood && this.#goodQueries <= 1
  }

  /** The result that answers: the one with a chart, or that of the last query. */
  get #answering(): TurnResult | null {
    const charted = this.#charted === null ? undefined : this.#results.get(this.#charted)
    return charted ?? this.#result
  }

  /** The same, or a sample of a table if no query was asked for. */
  get #shown(): TurnResult | null {
    return this.#answering ?? (this.#lastError ? null : ([...this.#results.values()].at(-1) ?? null))
  }

  async #call(stream: AnswerText): Promise<ModelAnswer> {
    const prompt = this.#isAnswering ? 'short' : 'whole'
    const { record, steps } = this.#turn
    const tools = declaredTools({ turn: this.#turn, isAnswering: this.#isAnswering, used: this.#usedTools })
    const offered = this.#isAnswering ? new Set(Object.keys(tools)) : null
    const instructions = instructionsFor(this.#turn, { hasRows: steps.length > 0, tools: offered })
    const { messages, parts } = this.#opening()
    record?.gave(prompt, [...partOf('product_instructions', instructions), ...toolsPart(tools), ...parts])
    const answer = await callModel({
      handle: this.#handle,
      instructions,
      messages: [...messages, ...this.#exchange],
      tools,
      preferences: this.#preferences,
      cacheKey: cacheKeyOf(this.#turn),
      signal: this.#turn.signal,
      onText: (delta) => stream.push(delta),
      onThinking: this.#turn.think,
      onCounted: (call, form) => record?.called(call, { form, prompt }),
    })
    this.#exchange.push(...answer.messages)
    return answer
  }

  /** The messages before the exchange, and the parts of them. */
  #opening(): { messages: ModelMessage[]; parts: PromptPart[] } {
    if (!this.#prompt) return { messages: [], parts: [] }
    if (!this.#isAnswering) return this.#prompt
    return this.#prompt.briefFor(this.#turn.steps.map(({ sql }) => sql))
  }

  /** Before there is a result, text is thinking aloud or a follow-up question, so it is shown as a whole at the end. */
  #openStream(): AnswerText {
    // A second version of the answer replaces the first one at the end.
    const isShown = this.#turn.steps.length > 0 && this.#firstVersion === null
    return new AnswerText({
      steps: this.#turn.steps,
      words: this.#grounding({ allowsCells: false }),
      known: new KnownWords(this.#turn.steps, this.#knownTexts()),
      emit: (text) => {
        if (isShown) this.#turn.emit({ kind: 'text', text })
      },
    })
  }

  /** Texts whose names an answer may repeat. */
  #knownTexts(): string[] {
    const { question, history, databaseName, catalogue, hints } = this.#turn
    const earlier = history.flatMap((memory) => [memory.question, memory.answer ?? ''])
    return [question, ...earlier, databaseName, hints?.name ?? '', ...catalogue.tables.map(({ name }) => name)]
  }

  /** What a text may state: all results of the turn, the conversation, and the notes on the result. */
  #grounding({ allowsCells }: { allowsCells: boolean }): Grounding {
    const { question, history, steps } = this.#turn
    const earlier = history.flatMap((memory) => [memory.question, steps.length > 0 ? '' : (memory.answer ?? '')])
    const notes = [...this.#results.values()].flatMap(({ warnings }) => warnings.filter(isNote))
    return createGrounding({
      results: steps.map(({ result }) => result),
      texts: [question, ...earlier, ...notes.map((note) => note.message)],
      sql: steps.map(({ sql }) => sql),
      allowsCells,
    })
  }

  /** The table in words, preceded by the model's reading unless that states its own figures. */
  #tableAnswer(result: TurnResult): Message {
    const { understood } = result
    const isGrounded =
      understood === null || this.#grounding({ allowsCells: true }).ungrounded(understood.reading).length === 0
    return answerFromTable(isGrounded ? result : { ...result, understood: null })
  }

  /** A follow-up question may not state findings either, only years and numbers from the conversation. */
  #groundedQuestion({ question }: NonNullable<ToolOutcome['choice']>): Message {
    if (question === null || this.#grounding({ allowsCells: true }).ungrounded(question).length > 0) return askedBack
    if (this.#turn.steps.length > 0) return verbatim(question)
    const asked = onlyWhatIsMissing(question)
    if (this.#failedQuery) return asked === '' ? askedBack : verbatim(asked)
    return asked === question.trim() ? verbatim(question) : withoutQuery(question)
  }

  /** @returns the turn's answer, or null to call the model again */
  #conclude(stream: AnswerText): TurnAnswer | null {
    const checked = stream.end()
    if (this.#shown) return this.#concludeWithRows(checked, this.#shown)
    if (this.#lacksTables) return this.#giveUp()
    if (this.#failedQuery) return this.#explainFailure(checked, this.#failedQuery)
    if (this.#lastError) return this.#wasReminded ? this.#explainFailure(checked, this.#lastError) : this.#remind()
    if (checked.text !== '' && checked.omitted === 0) return this.#answer(withoutQuery(checked.text))
    return this.#wasReminded ? this.#giveUp() : this.#remind()
  }

  /** @returns null to call the model again */
  #remind(): null {
    this.#wasReminded = true
    this.#ask('You have not run a query, so you have no figures. Call execute_sql_query, or say what is missing.')
    return null
  }

  /** The sentences that are certain; the table answers if there are none. */
  #concludeWithRows(checked: CheckedText, result: TurnResult): TurnAnswer | null {
    const first = this.#firstVersion
    const request = first === null ? requestCorrection(checked, this.#turn.shareData) : null
    if (request === null) return this.#answerWith(betterOf(first, checked), result)
    this.#firstVersion = checked
    this.#ask(request)
    return null
  }

  #answerWith({ text, figures, hasFindings }: CheckedText, result: TurnResult): TurnAnswer {
    // “Here is what was found.” is true only of rows.
    const needsFinding = this.#failedQuery !== null || this.#turn.steps.every((step) => saysNothing(step.result))
    const isUntrue = needsFinding && !hasFindings && !saysNothingWasFound(text)
    if (text === '' || isUntrue) return this.#answer(this.#tableAnswer(result))
    return this.#answer(verbatim(text), figures)
  }

  /** After failed queries only, a text may say what is missing, but not that something was found. */
  #explainFailure({ text, omitted }: CheckedText, error: Message): TurnAnswer {
    const missing = omitted > 0 ? '' : onlyWhatIsMissing(text)
    if (missing === '') return this.#giveUp()
    const failure = message('No query was answered. Last error: {error}', { error })
    return this.#answer(joinMessages([verbatim(missing), failure], '\n\n'))
  }

  #ask(content: string): void {
    this.#exchange.push({ role: 'user', content })
  }

  async #runTools({ toolCalls, usage }: ModelAnswer): Promise<void> {
    const prepared = toolCalls.map((call, position) =>
      position < toolsPerCall ? this.#prepare(call) : { refusal: 'Too many tool calls at once. Make fewer calls.' },
    )
    const runs = prepared.flatMap((one) => ('run' in one ? [one.run] : []))
    const { principal, signal } = this.#turn
    const outcomes = await runTogether(
      runs.map(
        (run) => (place: Place, together: AbortSignal) => run({ ...this.#turn, signal: together }, { place, usage }),
      ),
      { owner: principal.userId, signal },
    )
    const left = [...outcomes]
    const results = prepared.map((one, position) => {
      const outcome = 'run' in one ? left.shift() : undefined
      const value = outcome ? this.#note(outcome) : this.#refuse('refusal' in one ? one.refusal : '')
      return this.#resultFor(toolCalls[position], value)
    })
    const hasQueried = outcomes.some(({ read }) => read && read.isSample !== true && read.isComputed !== true)
    if (hasQueried && this.#isGood) this.#goodQueries++
    this.#exchange.push({ role: 'tool', content: results })
  }

  /** A call that may run, or why it may not, which the trace shows. */
  #prepare(call: RequestedTool): { run: PreparedCall } | { refusal: string } {
    const known = toolNamed(call.name)
    if (known) this.#usedTools.add(known.tool.name)
    const checked = checkCall(call, this.#corrections)
    if ('run' in checked) return checked
    refuseTool(call.name, checked.reason, this.#turn)
    return checked
  }

  #refuse(error: string): object {
    this.#corrections.recordFailure()
    return { success: false, error }
  }

  #note(outcome: NamedOutcome): object {
    if (outcome.choice) this.#choice = outcome.choice
    if (outcome.betterArea) this.#betterArea = outcome.betterArea
    if (outcome.response.business_area_fallback?.triggered) this.#lacksTables = true
    if (outcome.charted) this.#charted = outcome.charted
    if (outcome.result) this.#results.set(outcome.result.step, outcome.result)
    if (outcome.result && outcome.read?.isSample === true) this.#samples.add(outcome.result.step)
    if (outcome.result && outcome.read?.isSample !== true) {
      this.#result = outcome.result
      this.#failedQuery = null
      if (!this.#isGood) this.#corrections.recordFailure()
    }
    if (!outcome.response.success) {
      this.#lastError = errorIn(outcome.response)
      if (outcome.response.executed === false) this.#failedQuery = this.#lastError
      this.#corrections.recordFailure()
    }
    return outcome.forModel
  }

  #resultFor(call: RequestedTool | undefined, result: object): ToolResultPart {
    const value = JSON.stringify(result)
    this.#turn.record?.returned(toolNamed(call?.name ?? '')?.calledAs ?? null, value)
    const output = { type: 'text', value } as const
    return { type: 'tool-result', toolCallId: call?.id ?? '', toolName: call?.name ?? '', output }
  }

  /** The SQL that later questions build on. A result that was computed builds on the last query of the database. */
  #sqlOf(result: TurnResult | null): Pick<TurnAnswer['memory'], 'sql' | 'isComputed'> {
    if (result?.isComputed !== true) return { sql: result?.sql ?? null }
    const queries = [...this.#results.values()].filter(({ isComputed }) => isComputed !== true)
    return { sql: queries.at(-1)?.sql ?? null, isComputed: true }
  }

  /** Ends a turn whose model doesn't reach an answer: the table answers, or the failure is explained. */
  #giveUp(): TurnAnswer {
    if (this.#shown) return this.#answer(this.#tableAnswer(this.#shown))
    if (this.#lacksTables) throw new AppError('query_refused', { detail: areaFallbackText })
    if (!this.#lastError) {
      throw new AppError('model_failed', {
        detail: message('{id} did not find an answer. Try again, or rephrase the question.', { id: this.#handle.id }),
      })
    }
    if (this.#failedQuery === null) {
      return this.#answer(message('No query was run. Last error: {error}', { error: this.#lastError }))
    }
    return this.#answer(
      message(
        '{n, plural, one {Could not find a working query in # attempt. Last error: {error}} other {Could not find a working query in # attempts. Last error: {error}}}',
        { n: this.#corrections.failures, error: this.#failedQuery },
      ),
    )
  }

  #answer(words: Message, figures?: TextFigure[]): TurnAnswer {
    const { question } = this.#turn
    const queried = [...this.#results.values()].filter(({ step }) => !this.#samples.has(step))
    const cited = citedResults(queried, figures ?? [])
    // A query that only checks something, such as a total, may come last.
    const result = this.#choice ? null : ((this.#charted === null ? cited[0] : null) ?? this.#shown)
    const { reading, assumptions = [] } = result?.understood ?? {}
    const others = cited.length > 0 ? queried.filter((one) => cited.includes(one)) : [this.#result]
    const warnings = result === null ? [] : [...new Set([result, ...others].flatMap((one) => one?.warnings ?? []))]
    const text = withWarnings(result === null ? words : withFailedQuery(words, this.#failedQuery), warnings)
    return {
      text,
      understood: result !== null,
      followUps: [],
      readings: this.#choice?.readings ?? (result ? readingsFrom(question, result) : []),
      actions: result === null ? switchToArea(this.#betterArea) : [],
      ...(figures && { figures }),
      result,
      memory: { question, ...this.#sqlOf(result), reading: reading ?? null, answer: formatMessage(text), state: null },
      unclear: unclearWords(question, [], assumptions),
    }
  }
}
