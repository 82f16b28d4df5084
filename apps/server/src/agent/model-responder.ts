import type { TokenUsage } from '@parlance/contract'
import type { ModelMessage, ToolModelMessage } from 'ai'
import { AppError } from '../errors.ts'
import type { ModelHandle } from '../models/vendor.ts'
import { answerFromTable } from './compose.ts'
import type { AgentTurn, Responder, ToolOutcome, TurnAnswer, TurnResult } from './contract.ts'
import { callLimit, Corrections, correctionLimit } from './correct.ts'
import { GroundedStream } from './grounded-stream.ts'
import { createGrounding } from './grounding.ts'
import { addUsage, callModel, type CallPreferences, type ModelAnswer, type RequestedTool } from './model-call.ts'
import { instructionsFor, messagesFor } from './prompt.ts'
import { modelTools, toolSet } from './tools/model-tools.ts'
import { useTool } from './tools/tool.ts'

/** Answers with a model: it writes SQL and calls tools, and its text may state only what the result holds. */
export function createModelResponder(handle: ModelHandle, preferences: CallPreferences): Responder {
  return {
    name: handle.id,
    provider: handle.provider,
    respond: (turn) => new Conversation(turn, handle, preferences).run(),
  }
}

/** One turn's exchange with the model. */
class Conversation {
  readonly #turn: AgentTurn
  readonly #handle: ModelHandle
  readonly #preferences: CallPreferences
  readonly #messages: ModelMessage[]
  readonly #corrections = new Corrections()
  #usage: TokenUsage | null = null
  #result: TurnResult | null = null
  #lastError: string | null = null
  #wasReminded = false

  constructor(turn: AgentTurn, handle: ModelHandle, preferences: CallPreferences) {
    this.#turn = turn
    this.#handle = handle
    this.#preferences = preferences
    this.#messages = messagesFor(turn)
  }

  async run(): Promise<TurnAnswer> {
    for (let call = 1; call <= callLimit; call++) {
      this.#turn.emit({ type: 'progress', message: this.#progress(call) })
      const stream = this.#openStream()
      const answer = await this.#call(stream)
      if (answer.toolCalls.length === 0) {
        const final = this.#conclude(answer, stream)
        if (final) return final
      } else {
        await this.#runTools(answer)
        if (this.#corrections.isExhausted) return this.#giveUp()
      }
    }
    return this.#giveUp()
  }

  async #call(stream: GroundedStream): Promise<ModelAnswer> {
    const answer = await callModel({
      handle: this.#handle,
      instructions: instructionsFor(this.#turn),
      messages: this.#messages,
      tools: toolSet(),
      preferences: this.#preferences,
      signal: this.#turn.signal,
      onText: (delta) => stream.push(delta),
    })
    this.#usage = addUsage(this.#usage, answer.usage)
    this.#messages.push(...answer.messages)
    return answer
  }

  /** Before there is a result, text is thinking aloud or a question back: it is shown at the end, as a whole. */
  #openStream(): GroundedStream {
    const isAnswering = this.#result !== null
    return new GroundedStream(this.#grounding(), (text) => {
      if (isAnswering) this.#turn.emit({ partial: true, content: { role: 'model', parts: [{ text }] } })
    })
  }

  #grounding() {
    const { question, history } = this.#turn
    const earlier = history.flatMap((memory) => [memory.question, memory.answer ?? ''])
    const texts = [question, ...earlier, this.#result?.sql ?? '']
    return createGrounding({ result: this.#result?.result ?? null, texts })
  }

  /** @returns the turn's answer, or null when the model is asked once more */
  #conclude(answer: ModelAnswer, stream: GroundedStream): TurnAnswer | null {
    const ungrounded = stream.end()
    const text = answer.text.trim()
    if (this.#result) {
      if (text !== '' && ungrounded.length === 0) return this.#answer(text)
      return this.#answer(answerFromTable(this.#turn, this.#result))
    }
    if (text !== '' && ungrounded.length === 0) return this.#answer(text)
    if (this.#wasReminded) return this.#giveUp()
    this.#wasReminded = true
    this.#messages.push({
      role: 'user',
      content: 'You have run no query, so you have no figures. Call execute_sql_query, or say what is missing.',
    })
    return null
  }

  async #runTools(answer: ModelAnswer): Promise<void> {
    const results: ToolModelMessage['content'] = []
    for (const call of answer.toolCalls) {
      const value = await this.#runTool(call)
      const output = { type: 'text', value: typeof value === 'string' ? value : JSON.stringify(value) } as const
      results.push({ type: 'tool-result', toolCallId: call.id, toolName: call.name, output })
    }
    this.#messages.push({ role: 'tool', content: results })
  }

  async #runTool(call: RequestedTool): Promise<unknown> {
    const tool = modelTools.get(call.name)
    const input = tool?.inputSchema.safeParse(call.input)
    if (call.invalid || !tool || !input?.success) return this.#refuse(call.invalid ?? 'The arguments are not valid.')
    if (this.#corrections.isRepeated(call.name, input.data)) {
      return this.#refuse('You made this very call before; its outcome is the same. Do something else or answer.')
    }
    const outcome = await useTool(tool, input.data, this.#turn)
    this.#note(outcome)
    return outcome.forModel
  }

  #refuse(error: string): unknown {
    this.#corrections.recordFailure()
    return { success: false, error }
  }

  #note(outcome: ToolOutcome): void {
    if (outcome.result) this.#result = outcome.result
    if (outcome.response.success) return
    this.#lastError = outcome.response.error ?? null
    this.#corrections.recordFailure()
  }

  #progress(call: number): string {
    const { failures } = this.#corrections
    if (this.#result) return 'Reading the result'
    if (failures > 0) return `Correcting the query (try ${Math.min(failures, correctionLimit)} of ${correctionLimit})`
    return call === 1 ? `Asking ${this.#handle.id}` : 'Looking further into the schema'
  }

  /** The bounded end of a model that does not come to one: the table answers, or the failure is explained. */
  #giveUp(): TurnAnswer {
    if (this.#result) return this.#answer(answerFromTable(this.#turn, this.#result))
    if (!this.#lastError) {
      throw new AppError('model_failed', { detail: `${this.#handle.id} did not come to an answer. Please try again.` })
    }
    const tries = this.#corrections.failures
    const text = `No query that works was found in ${tries} tries. The last problem: ${this.#lastError}`
    return this.#answer(text)
  }

  #answer(text: string): TurnAnswer {
    const { question } = this.#turn
    const result = this.#result
    const reading = result?.understood?.reading ?? null
    return {
      text,
      understood: result !== null,
      followUps: [],
      readings: [],
      usage: this.#usage,
      result,
      memory: { question, sql: result?.sql ?? null, reading, answer: text, state: null },
    }
  }
}
