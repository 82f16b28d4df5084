import type { ModelMessage, OutputInterface, ToolSet } from 'ai'
import type { ReadAnswer } from './calls-in-text.ts'

/** A request to a model that calls no tools by the vendor's protocol. */
export interface FormedRequest {
  instructions: string
  messages: ModelMessage[]
  /** A schema for the answer, if the form has one. */
  output: OutputInterface | null
}

/** How to ask a model for tool calls without the vendor's protocol for them. */
export interface WrittenForm {
  request(asked: { instructions: string; messages: ModelMessage[]; tools: ToolSet }): Promise<FormedRequest>
  read(text: string, tools: ToolSet): ReadAnswer
}
