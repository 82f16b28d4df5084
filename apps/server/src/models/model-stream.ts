import type { LanguageModelStreamPart, TextStreamPart, ToolSet } from 'ai'

// The SDK would print to the console what it thinks of settings; it is told what to do instead.
globalThis.AI_SDK_LOG_WARNINGS = false

/** A part of a streamed text, or of a single call beneath it. */
type ModelPart = TextStreamPart<ToolSet> | LanguageModelStreamPart<ToolSet>

/**
 * The parts of one streamed call, with one way to fail: an error part, a broken socket and an abort all throw.
 * Leaving the loop early ends the call.
 */
export async function* readModelStream<Part extends ModelPart>(result: {
  stream: AsyncIterable<Part>
}): AsyncGenerator<Part> {
  for await (const part of result.stream) {
    const known: ModelPart = part
    if (known.type === 'error') throw known.error
    if (known.type === 'abort') throw new DOMException('The model call was aborted', 'AbortError')
    yield part
  }
}
