import { randomUUID } from 'node:crypto'
import type { ToolName } from '@parlance/contract'
import type { z } from 'zod'
import type { AgentTurn, ToolOutcome } from '../contract.ts'

/** One tool of the agent; its name and response fields are the documented ones. */
export interface AgentTool<
  Input extends Record<string, unknown> = Record<string, unknown>,
  Outcome extends ToolOutcome = ToolOutcome,
> {
  name: ToolName
  /** What it does, for the model. */
  description: string
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

/** Runs a tool between its two events, so that every use is in the trace. */
export async function useTool<Input extends Record<string, unknown>, Outcome extends ToolOutcome>(
  tool: AgentTool<Input, Outcome>,
  input: Input,
  turn: AgentTurn,
): Promise<Outcome> {
  turn.signal.throwIfAborted()
  const id = randomUUID()
  turn.emit({ content: { role: 'model', parts: [{ functionCall: { id, name: tool.name, args: input } }] } })
  const outcome = await tool.execute(input, turn)
  const part = { functionResponse: { id, name: tool.name, response: outcome.response } }
  turn.emit({ content: { role: 'model', parts: [part] } })
  return outcome
}
