import type { Parlance } from '@parlance/client/source'
import type { z } from 'zod'

/** What a tool may use while it runs. */
export interface ToolCall {
  /** Acts with the rights of the caller. */
  parlance: Parlance
  /** Aborted when the client cancels the call or is gone. */
  signal: AbortSignal
  /** Tells the client what is happening. */
  report: (message: string) => void
}

/** A tool for models of other programs. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  name: string
  title: string
  /** What it does and when to use it, for a model. */
  description: string
  input: Input
  /** Whether it leaves no conversation behind. */
  changesNothing: boolean
  /** @throws ParlanceError that says what to do */
  run: (given: z.output<Input>, call: ToolCall) => Promise<object>
}

/** Declares a tool, and infers its input from the schema. */
export function tool<Input extends z.ZodObject>(definition: McpTool<Input>): McpTool {
  return definition as unknown as McpTool
}
