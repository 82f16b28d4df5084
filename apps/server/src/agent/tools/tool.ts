import { randomUUID } from 'node:crypto'
import type { TokenUsage, ToolName } from '@parlance/contract'
import { z } from 'zod'
import type { AgentTurn, ToolOutcome } from '../contract.ts'

/** How a parameter is declared to a model: a text or a list of texts, `?` where it may be left out. */
export type ParameterType = 'text' | 'text?' | 'texts?' | 'readings'

/** One tool of the agent; its name and response fields are the documented ones. */
export interface AgentTool<
  Input extends Record<string, unknown> = Record<string, unknown>,
  Outcome extends ToolOutcome = ToolOutcome,
> {
  name: ToolName
  /** What it does, for the model. */
  description: string
  parameters: Record<string, ParameterType>
  /** Other names that models give a parameter. */
  aliases?: Record<string, string[]>
  /** What is taken: more than what is declared, since models are careless with what they leave out. */
  inputSchema: z.ZodType<Input>
  /** Failures are values, so that whoever called can correct itself; only cancellation throws. */
  execute(input: Input, turn: AgentTurn): Promise<Outcome>
}

/** Declares a tool with its input inferred from its schema. */
export function defineTool<Input extends Record<string, unknown>, Outcome extends ToolOutcome = ToolOutcome>(
  tool: AgentTool<Input, Outcome>,
): AgentTool<Input, Outcome> {
  return tool
}

/** SQL as a parameter; longer text is the gate's to refuse. */
export const sqlText = z.string().min(1)

/** An optional text that is cut rather than refused. */
export function shortText(limit: number) {
  return z
    .string()
    .transform((text) => text.slice(0, limit))
    .optional()
    .catch(undefined)
}

/** The arguments of a call under the tool's own names. */
export function readArguments<Input extends Record<string, unknown>>(
  tool: Pick<AgentTool<Input>, 'aliases' | 'inputSchema'>,
  given: unknown,
): Input | null {
  const named = isRecord(given) ? { ...given } : {}
  for (const [name, others] of Object.entries(tool.aliases ?? {})) {
    if (named[name] === undefined)
      named[name] = others.map((other) => named[other]).find((value) => value !== undefined)
  }
  const read = tool.inputSchema.safeParse(named)
  return read.success ? read.data : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface ToolUse {
  /** The name that the model called it by, where that is another form of it. */
  calledAs?: ToolName
  /** Tokens of the model call that asked for the tool. */
  usage?: TokenUsage | null
}

/** Runs a tool between its two events, so that every use is in the trace. */
export async function useTool<Input extends Record<string, unknown>, Outcome extends ToolOutcome>(
  tool: AgentTool<Input, Outcome>,
  input: Input,
  turn: AgentTurn,
  { calledAs, usage }: ToolUse = {},
): Promise<Outcome> {
  turn.signal.throwIfAborted()
  const id = randomUUID()
  const name = calledAs ?? tool.name
  const args = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  turn.emit({ kind: 'tool_call', id, name, args })
  const outcome = await tool.execute(input, turn)
  const tokens = outcome.usage ?? usage
  const response = { ...outcome.response, ...(tokens ? { token_usage: tokens } : {}) }
  turn.emit({ kind: 'tool_response', id, name, response })
  return outcome
}
