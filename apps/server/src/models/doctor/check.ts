import type { Message, ModelCheck, ModelCheckId, SampleAnswer } from '@parlance/contract'
import type { ModelHandle } from '../vendor.ts'
import type { Asked } from './ask.ts'
import type { ListedModels, Reach } from './list-models.ts'
import type { ServerKind } from './server-kind.ts'

/** What a check found. */
export interface Finding {
  state: ModelCheck['state']
  found: Message
  /** What to do about it; null if nothing. */
  advice: Message | null
}

/** What earlier checks found, for later ones. */
export interface Findings {
  list: ListedModels | null
  server: ServerKind
  answer: Asked | null
  canUseTools: boolean
  canFollowSchema: boolean
  /** The two answers to one long prompt; null until it was sent. */
  long: { first: Asked; second: Asked | null } | null
  sample: SampleAnswer | null
}

export interface CheckContext extends Reach {
  handle: ModelHandle
  findings: Findings
  /** Asks a question on the sample database through the whole pipeline; null if there is no sample. */
  askSample: AskSample | null
}

export type AskSample = (handle: ModelHandle, signal: AbortSignal) => Promise<SampleAnswer>

/** One check of a model. */
export interface Check {
  id: ModelCheckId
  /** Checks without which this one makes no sense. */
  needs: ModelCheckId[]
  /** Model calls and tokens that it uses at most. */
  calls: number
  tokens: number
  timeoutMs: number
  /** Failures of a call may be thrown; they are described like those of a question. */
  run(context: CheckContext): Promise<Finding>
}

export function passed(found: Message): Finding {
  return { state: 'passed', found, advice: null }
}

export function skipped(found: Message): Finding {
  return { state: 'skipped', found, advice: null }
}

export function warning(found: Message, advice: Message | null): Finding {
  return { state: 'warning', found, advice }
}

export function failed(found: Message, advice: Message | null): Finding {
  return { state: 'failed', found, advice }
}
