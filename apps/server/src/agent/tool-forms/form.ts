import type { ModelMessage, OutputInterface, ToolSet } from 'ai'
import type { ReadAnswer } from './calls-in-text.ts'

/** A request to a model that calls no tools by the vendor's protocol. */
export interface FormedRequest {
  instructions: string
  messages: ModelMessage[]
  /** A schema for the answer, if the form has one. */
  output: OutputInterface | null
}

/** Finds the words for the user in what a model writes. */
export interface AnswerReader {
  /** @returns the words that a piece adds; empty while it isn't clear what they are */
  push(delta: string): string
  /** @returns the words in all that was written; empty if it calls a tool */
  wordsIn(written: string): string
}

/** How to ask a model for tool calls without the vendor's protocol for them. */
export interface WrittenForm {
  request(asked: { instructions: string; messages: ModelMessage[]; tools: ToolSet }): Promise<FormedRequest>
  read(text: string, tools: ToolSet): ReadAnswer
  /** Reads the words of one answer while they arrive. What it returns is the beginning of what `read` finds. */
  openReader(): Pick<AnswerReader, 'push'>
}
