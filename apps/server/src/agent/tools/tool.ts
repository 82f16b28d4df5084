import { randomUUID } from 'node:crypto'
import { visibleText, type Message, type TokenUsage, type ToolName } from '@parlance/contract'
import { z } from 'zod'
import type { AgentTurn, NamedOutcome, ToolOutcome } from '../contract.ts'
import { errorFields } from '../texts.ts'
import { alone, type Place } from './run-together.ts'

/** How a parameter is declared to a model: a string, a list of strings or numbers, or choices, with `?` if it is optional. */
export type ParameterType = 'text' | 'text?' | 'texts' | 'texts?' | 'numbers?' | 'choices'

export type Usefulness = 'definitions' | 'shared data' | 'a writer' | 'results'

/** One tool of the agent; its name and response fields are the documented ones. */
export interface AgentTool<
  Input extends Record<string, unknown> = Record<string, unknown>,
  Outcome extends ToolOutcome = ToolOutcome,
> {
  name: ToolName
  /** A description for the model. */
  description: string
  parameters: Record<string, ParameterType>
  /** Other names that models give a parameter. */
  aliases?: Record<string, string[]>
  /** The accepted input. It allows more than declared because models are careless about leaving fields out. */
  inputSchema: z.ZodType<Input>
  /**
   * What it needs to be of use, and so to be declared to a model: definitions of the area, cells that it may show to the model, a second model
   * that writes SQL, or several results. A model may call it anyway.
   */
  usefulWith?: Usefulness
  /** Whether it needs the results of earlier calls, and so waits for those of the same model answer. */
  needsResults?: boolean
  /** Returns failures as values so that the caller can correct itself; throws only on cancellation. */
  execute(input: Input, turn: AgentTurn): Promise<Outcome>
}

/** Declares a tool whose input type is inferred from its schema. */
export function defineTool<Input extends Record<string, unknown>, Outcome extends ToolOutcome = ToolOutcome>(
  tool: AgentTool<Input, Outcome>,
): AgentTool<Input, Outcome> {
  return tool
}

/** SQL as a parameter; the gate refuses longer text. */
export const sqlText = z.string().min(1)

/** An optional text that is cut rather than refused. */
export function shortText(limit: number) {
  return z
    .string()
    .transform((text) => text.slice(0, limit))
    .optional()
    .catch(undefined)
}

/** Why the arguments of a call are not valid. */
export interface InvalidArguments {
  /** In words for the model. */
  invalid: string
  /** The parameters that are missing or wrong; none if it is the arguments as a whole. */
  names: string[]
}

/** The most characters of a reason why arguments are not valid. */
const longestReason = 500
/** The most characters of a tool's name, which a model may make up. */
const longestName = 60

/** The arguments of a call under the tool's own parameter names, or why they are not valid. */
export function readArguments<Input extends Record<string, unknown>>(
  tool: Pick<AgentTool<Input>, 'aliases' | 'inputSchema'>,
  given: unknown,
): { input: Input } | InvalidArguments {
  const named = isRecord(given) ? { ...given } : {}
  for (const [name, others] of Object.entries(tool.aliases ?? {})) {
    if (named[name] === undefined)
      named[name] = others.map((other) => named[other]).find((value) => value !== undefined)
  }
  const read = tool.inputSchema.safeParse(named)
  if (read.success) return { input: read.data }
  const { issues } = read.error
  const names = [...new Set(issues.flatMap(({ path: [name] }) => (typeof name === 'string' ? [name] : [])))]
  const problems = issues.map(({ path, message: problem }) => `${path.join('.') || 'arguments'}: ${problem}`)
  return { invalid: problems.join('; ').slice(0, longestReason), names }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface ToolUse {
  /** The name that the model used, if it is another form of the tool's name. */
  calledAs?: ToolName
  /** Tokens of the model call that requested the tool. */
  usage?: TokenUsage | null
  /** Its place among calls that run at the same time. */
  place?: Place
}

/** Runs a tool between its two events, so that every use is in the trace. */
export async function useTool<Input extends Record<string, unknown>, Outcome extends ToolOutcome>(
  tool: AgentTool<Input, Outcome>,
  input: Input,
  turn: AgentTurn,
  { calledAs, usage, place = alone }: ToolUse = {},
): Promise<NamedOutcome<Outcome>> {
  turn.signal.throwIfAborted()
  const id = randomUUID()
  const name = calledAs ?? tool.name
  const args = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  turn.emit({ kind: 'tool_call', id, name, args })
  if (tool.needsResults === true) await place.earlier
  const unnamed = await place.begin(() => tool.execute(input, turn))
  await place.earlier
  const outcome = withName(unnamed, turn)
  const tokens = outcome.usage ?? usage
  const response = { ...outcome.response, ...(tokens ? { token_usage: tokens } : {}) }
  turn.emit({ kind: 'tool_response', id, name, response })
  return outcome
}

/** Shows a call that did not run, with the reason. Its arguments can be anything, so they are left out. */
export function refuseTool(name: string, reason: Message, { emit }: Pick<AgentTurn, 'emit'>): void {
  const id = randomUUID()
  const shown = visibleText(name.slice(0, longestName))
  emit({ kind: 'tool_call', id, name: shown, args: {} })
  emit({ kind: 'tool_response', id, name: shown, response: { success: false, ...errorFields(reason) } })
}

/** Names the rows that a tool has read, so that the model can refer to their cells. */
function withName<Outcome extends ToolOutcome>(outcome: Outcome, { steps }: AgentTurn): NamedOutcome<Outcome> {
  if (outcome.read === undefined) return outcome
  const { masks, isSample: _isSample, ...read } = outcome.read
  const step = `r${steps.length + 1}`
  const { sql, result } = read
  steps.push({ id: step, sql, result, masked: new Set(masks.map(({ index }) => index)), masks })
  return {
    ...outcome,
    response: { ...outcome.response, step },
    forModel: { result: step, ...outcome.forModel },
    result: { step, ...read },
  }
}
