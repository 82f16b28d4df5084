import { APICallError, type LanguageModel } from 'ai'
import { AppError } from '../lib/errors.ts'
import { countPrompt, type CallOptions, type MeteredModel } from './count-prompt.ts'
import { faultOf, type ModelFault } from './model-faults.ts'
import { currentUse } from './model-use.ts'
import type { CalledModel, CallTokens, ModelLedger, ModelUse, OpenCall, PlannedCall } from './model-use.ts'

type StreamResult = Awaited<ReturnType<MeteredModel['doStream']>>
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
export type Usage = Extract<StreamPart, { type: 'finish' }>['usage']

/** The most completion tokens of a call that sets no limit. */
const unlimitedCompletion = 32_000
const charactersPerToken = 4
/** Failures before the model begins to work, for which no provider charges. */
const uncharged: ReadonlySet<ModelFault> = new Set<ModelFault>(['unreachable', 'blocked-address'])

/**
 * A model whose calls are all recorded: what a call may cost is reserved before it is made and replaced by what it
 * used, also if it fails, is cancelled, or its reader stops.
 */
export function meteredModel(model: LanguageModel, called: CalledModel, ledger: ModelLedger | null): MeteredModel {
  if (typeof model === 'string' || model.specificationVersion !== 'v4') throw new AppError('internal')
  const { provider, modelId, supportedUrls } = model
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls,
    doGenerate: async (options) => {
      const call = await MeteredCall.open(called, ledger, options)
      try {
        const result = await model.doGenerate(options)
        call.received(JSON.stringify(result.content).length)
        await call.finish(result.usage)
        return result
      } catch (error) {
        await call.fail(error)
        throw error
      }
    },
    doStream: async (options) => {
      const call = await MeteredCall.open(called, ledger, options)
      try {
        const result = await model.doStream(options)
        return { ...result, stream: call.follow(result.stream, options.abortSignal) }
      } catch (error) {
        await call.fail(error)
        throw error
      }
    },
  }
}

/** One call, from its reservation to what it used. */
export class MeteredCall {
  readonly #called: CalledModel
  readonly #planned: PlannedCall
  readonly #use: ModelUse
  readonly #open: OpenCall | null
  #characters = 0
  readonly #startedAt = performance.now()
  #isSettled = false

  private constructor(called: CalledModel, planned: PlannedCall, use: ModelUse, open: OpenCall | null) {
    this.#called = called
    this.#planned = planned
    this.#use = use
    this.#open = open
  }

  /** Reserves what the call may cost. @throws AppError budget_used_up */
  static async open(called: CalledModel, ledger: ModelLedger | null, options: CallOptions): Promise<MeteredCall> {
    const use = currentUse()
    const mostCompletion = options.maxOutputTokens ?? unlimitedCompletion
    const planned = { ...called, prompt: countPrompt(options), mostCompletion }
    return new MeteredCall(called, planned, use, ledger && (await ledger.open(planned, use)))
  }

  received(characters: number): void {
    this.#characters += characters
  }

  finish(usage: Usage): Promise<void> {
    const prompt = usage.inputTokens.total
    const completion = usage.outputTokens.total
    if (!prompt && !completion) return this.#settle(this.#estimate())
    return this.#settle({
      prompt: prompt ?? 0,
      cached: usage.inputTokens.cacheRead ?? 0,
      cacheWritten: usage.inputTokens.cacheWrite ?? 0,
      completion: completion ?? 0,
      reasoning: usage.outputTokens.reasoning ?? 0,
      isEstimated: false,
    })
  }

  /** The provider refused the call, and charges nothing. */
  refused(): Promise<void> {
    return this.#settle(null)
  }

  /** Before the answer begins, a call that the provider refused or never received costs nothing. */
  fail(error: unknown): Promise<void> {
    const isRefused = APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400
    return this.#settle(isRefused || uncharged.has(faultOf(error)) ? null : this.#estimate())
  }

  /** Passes the parts on and settles at the end, at an error, or when the reader or the caller stops. */
  follow(stream: ReadableStream<StreamPart>, signal: AbortSignal | undefined): ReadableStream<StreamPart> {
    const reader = stream.getReader()
    const stop = (): void => void this.#settle(this.#estimate()).catch(() => undefined)
    signal?.addEventListener('abort', stop, { once: true })
    const end = async (usage?: Usage): Promise<void> => {
      signal?.removeEventListener('abort', stop)
      await (usage ? this.finish(usage) : this.#settle(this.#estimate()))
    }
    return new ReadableStream<StreamPart>(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read().catch(async (error: unknown) => {
            await end()
            throw error
          })
          if (done) {
            await end()
            return controller.close()
          }
          if (value.type === 'finish') await end(value.usage)
          if ('delta' in value) this.received(value.delta.length)
          if (value.type === 'tool-call') this.received(value.input.length)
          controller.enqueue(value)
        },
        cancel: async (reason) => {
          await end()
          await reader.cancel(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }

  #estimate(): CallTokens {
    const { expected } = this.#planned.prompt
    const completion = Math.ceil(this.#characters / charactersPerToken)
    return { prompt: expected, cached: 0, cacheWritten: 0, completion, reasoning: 0, isEstimated: true }
  }

  async #settle(tokens: CallTokens | null): Promise<void> {
    if (this.#isSettled) return
    this.#isSettled = true
    const cost = this.#open ? await this.#open.close(tokens) : undefined
    if (tokens)
      this.#use.onCall?.({
        ...this.#called,
        tokens,
        milliseconds: Math.round(performance.now() - this.#startedAt),
        cost,
      })
  }
}
