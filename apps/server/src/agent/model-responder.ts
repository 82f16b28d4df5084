import { formatMessage, message, verbatim, wireMessage } from '@parlance/contract'
import type { AreaRecommendation, Message, TokenUsage } from '@parlance/contract'
import type { ModelMessage, ToolModelMessage } from 'ai'
import { AppError } from '../lib/errors.ts'
import { asOneTurn } from '../models/bounded-answer.ts'
import type { ModelHandle } from '../models/vendor.ts'
import { isNote, saysNothing } from './check-result.ts'
import { answerFromTable, readingsFrom, switchToArea, withWarnings } from './compose.ts'
import type { AgentTurn, Responder, ToolOutcome, TurnAnswer, TurnResult } from './contract.ts'
import { callLimit, Corrections, correctionLimit, toolsPerCall } from './correct.ts'
import { GroundedStream } from './grounded-stream.ts'
import { createGrounding } from './grounding.ts'
import { callModel, type CallPreferences, type ModelAnswer, type RequestedTool } from './model-call.ts'
import { ModelMeter } from './model-meter.ts'
import { createModelWriter } from './model-writer.ts'
import { instructionsFor, preparePrompt, type PreparedPrompt } from './prompt.ts'
import { errorIn } from './texts.ts'
import { areaFallbackText } from './tools/area-fallback.ts'
import { askedBack } from './tools/offer-readings.ts'
import { declaredTools, toolNamed } from './tools/model-tools.ts'

/** The models that answer: one that leads and writes the words, and optionally another that writes the SQL. */
export interface ResponderModels {
  lead: ModelHandle
  /** Writes SQL; defaults to the leading model. */
  sql?: ModelHandle | null
}

/** Answers with a model that writes SQL and calls tools. Its text may state only what the result contains. */
export function createModelResponder(models: ModelHandle | ResponderModels, preferences: CallPreferences): Responder {
  const { lead, sql = null }: ResponderModels = 'lead' in models ? models : { lead: models }
  const writer = sql ? createModelWriter(sql, preferences) : undefined
  return {
    name: lead.id,
    provider: lead.provider,
    respond: (turn) =>
      asOneTurn(() => new Conversation({ ...turn, writer, hasModelWords: true }, { lead, sql }, preferences).run()),
  }
}

/** One turn's exchange with the model. */
class Conversation {
  readonly #turn: AgentTurn
  readonly #meter: ModelMeter
  readonly #models: ResponderModels
  readonly #preferences: CallPreferences
  readonly #corrections = new Corrections()
  #prompt: PreparedPrompt | null = null
  /** The messages after the prompt. */
  readonly #exchange: ModelMessage[] = []
  #result: TurnResult | null = null
  #lastError: Message | null = null
  #choice: ToolOutcome['choice'] | null = null
  #betterArea: AreaRecommendation | null = null
  #lacksTables = false
  readonly #usedTools = new Set<string>()
  #wasReminded = false

  constructor(turn: AgentTurn, models: ResponderModels, preferences: CallPreferences) {
    this.#meter = turn.meter ?? new ModelMeter()
    this.#turn = { ...turn, meter: this.#meter }
    this.#models = models
    this.#preferences = preferences
  }

  async run(): Promise<TurnAnswer> {
    this.#turn.emit({ kind: 'progress', ...wireMessage(this.#progress(1)) })
    this.#prompt = await preparePrompt(this.#turn)
    for (let call = 1; call <= callLimit; call++) {
      if (call > 1) this.#turn.emit({ kind: 'progress', ...wireMessage(this.#progress(call)) })
      const stream = this.#openStream()
      const answer = await this.#call(stream)
      if (answer.toolCalls.length === 0) {
        const final = this.#conclude(answer, stream)
        if (final) return final
      } else {
        await this.#runTools(answer)
        if (this.#choice) return this.#answer(this.#groundedQuestion(this.#choice))
        if (this.#corrections.isExhausted) return this.#giveUp()
      }
    }
    return this.#giveUp()
  }

  /** The model for this call: the SQL model until there are rows, then the leading one. */
  get #handle(): ModelHandle {
    return this.#result === null ? (this.#models.sql ?? this.#models.lead) : this.#models.lead
  }

  /** The schema isn't needed to describe a result without warnings. */
  get #isAnswering(): boolean {
    return this.#result !== null && this.#result.warnings.every(isNote) && !saysNothing(this.#result.result)
  }

  async #call(stream: GroundedStream): Promise<ModelAnswer> {
    const answer = await callModel({
      handle: this.#handle,
      instructions: instructionsFor(this.#turn),
      messages: this.#messages(),
      tools: declaredTools({ isAnswering: this.#isAnswering, used: this.#usedTools }),
      preferences: this.#preferences,
      signal: this.#turn.signal,
      onText: (delta) => stream.push(delta),
    })
    this.#meter.add(answer.usage)
    this.#exchange.push(...answer.messages)
    return answer
  }

  #messages(): ModelMessage[] {
    if (!this.#prompt) return this.#exchange
    const { messages, schemaAt, brief } = this.#prompt
    const prompt = this.#isAnswering ? messages.with(schemaAt, brief) : messages
    return [...prompt, ...this.#exchange]
  }

  /** Before there is a result, text is thinking aloud or a follow-up question, so it is shown as a whole at the end. */
  #openStream(): GroundedStream {
    const isAnswering = this.#result !== null
    return new GroundedStream(this.#grounding(), (text) => {
      if (isAnswering) this.#turn.emit({ kind: 'text', text })
    })
  }

  #grounding() {
    const { question, history } = this.#turn
    const result = this.#result?.result ?? null
    const earlier = history.flatMap((memory) => [memory.question, result ? '' : (memory.answer ?? '')])
    const notes = (this.#result?.warnings ?? []).filter(isNote).map(({ message }) => message)
    return createGrounding({ result, texts: [question, ...earlier, ...notes], sql: this.#result?.sql ?? null })
  }

  /** The table in words, preceded by the model's reading unless that states its own figures. */
  #tableAnswer(result: TurnResult): Message {
    const { understood } = result
    const isGrounded = understood === null || this.#grounding().ungrounded(understood.reading).length === 0
    return answerFromTable(isGrounded ? result : { ...result, understood: null })
  }

  /** A follow-up question may not state findings either, only years and numbers from the conversation. */
  #groundedQuestion({ question }: NonNullable<ToolOutcome['choice']>): Message {
    if (question === null || this.#grounding().ungrounded(question).length > 0) return askedBack
    return verbatim(question)
  }

  /** @returns the turn's answer, or null to call the model again */
  #conclude(answer: ModelAnswer, stream: GroundedStream): TurnAnswer | null {
    const ungrounded = stream.end()
    const text = answer.text.trim()
    if (this.#result) {
      return this.#answer(text !== '' && ungrounded.length === 0 ? verbatim(text) : this.#tableAnswer(this.#result))
    }
    if (this.#lacksTables) return this.#giveUp()
    if (text !== '' && ungrounded.length === 0) return this.#answer(verbatim(text))
    if (this.#wasReminded) return this.#giveUp()
    this.#wasReminded = true
    this.#exchange.push({
      role: 'user',
      content: 'You have not run a query, so you have no figures. Call execute_sql_query, or say what is missing.',
    })
    return null
  }

  async #runTools(answer: ModelAnswer): Promise<void> {
    const results: ToolModelMessage['content'] = []
    for (const [position, call] of answer.toolCalls.entries()) {
      const value =
        position < toolsPerCall
          ? await this.#runTool(call, answer.usage)
          : this.#refuse('Too many tool calls at once. Make fewer calls.')
      const output = { type: 'text', value: typeof value === 'string' ? value : JSON.stringify(value) } as const
      results.push({ type: 'tool-result', toolCallId: call.id, toolName: call.name, output })
    }
    this.#exchange.push({ role: 'tool', content: results })
  }

  async #runTool(call: RequestedTool, usage: TokenUsage): Promise<unknown> {
    const found = toolNamed(call.name)
    if (!found) return this.#refuse('There is no tool with this name. Call one of the tools you were given.')
    this.#usedTools.add(found.tool.name)
    const run = call.invalid === null ? found.tool.prepare(call.input) : null
    if (!run) return this.#refuse(call.invalid ?? 'The arguments are not valid. Correct them and call the tool again.')
    if (this.#corrections.isTooMany()) return this.#refuse('You cannot call more tools for this question. Answer now.')
    if (this.#corrections.isRepeated(call.name, call.input)) {
      return this.#refuse('You already made this call, and its result is the same. Do something else, or answer.')
    }
    const outcome = await run(this.#turn, { calledAs: found.calledAs, usage })
    this.#note(outcome)
    return outcome.forModel
  }

  #refuse(error: string): unknown {
    this.#corrections.recordFailure()
    return { success: false, error }
  }

  #note(outcome: ToolOutcome): void {
    if (outcome.choice) this.#choice = outcome.choice
    if (outcome.betterArea) this.#betterArea = outcome.betterArea
    if (outcome.response.business_area_fallback?.triggered) this.#lacksTables = true
    if (outcome.result) {
      this.#result = outcome.result
      if (!this.#isAnswering) this.#corrections.recordFailure()
    }
    if (outcome.response.success) return
    this.#lastError = errorIn(outcome.response)
    this.#corrections.recordFailure()
  }

  #progress(call: number): Message {
    const { failures } = this.#corrections
    if (this.#isAnswering) return message('Reading the result')
    if (this.#result) return message('Checking the result')
    if (failures > 0)
      return message('Correcting the query (attempt {n} of {limit})', {
        n: Math.min(failures, correctionLimit),
        limit: correctionLimit,
      })
    return call === 1
      ? message('Asking {model}', { model: this.#handle.id })
      : message('Taking a closer look at the schema')
  }

  /** Ends a turn whose model doesn't reach an answer: the table answers, or the failure is explained. */
  #giveUp(): TurnAnswer {
    if (this.#result) return this.#answer(this.#tableAnswer(this.#result))
    if (this.#lacksTables) throw new AppError('query_refused', { detail: areaFallbackText })
    if (!this.#lastError) {
      throw new AppError('model_failed', {
        detail: message('{id} did not find an answer. Try again, or rephrase the question.', { id: this.#handle.id }),
      })
    }
    return this.#answer(
      message(
        '{n, plural, one {Could not find a working query in # attempt. Last error: {error}} other {Could not find a working query in # attempts. Last error: {error}}}',
        { n: this.#corrections.failures, error: this.#lastError },
      ),
    )
  }

  #answer(words: Message): TurnAnswer {
    const { question } = this.#turn
    const result = this.#choice ? null : this.#result
    const reading = result?.understood?.reading ?? null
    const text = withWarnings(words, result?.warnings ?? [])
    return {
      text,
      understood: result !== null,
      followUps: [],
      readings: this.#choice?.readings ?? (result ? readingsFrom(question, result) : []),
      actions: result === null ? switchToArea(this.#betterArea) : [],
      usage: this.#meter.usage,
      result,
      memory: { question, sql: result?.sql ?? null, reading, answer: formatMessage(text), state: null },
    }
  }
}
