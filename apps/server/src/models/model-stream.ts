import type { LanguageModelStreamPart, TextStreamPart, ToolSet } from 'ai'

// Turns off the SDK's console warnings about settings.
globalThis.AI_SDK_LOG_WARNINGS = false

/** A part of a streamed text, or of a single call within it. */
type ModelPart = TextStreamPart<ToolSet> | LanguageModelStreamPart<ToolSet>

/**
 * The parts of one streamed call. An error part, a broken socket, and an abort all throw. Leaving the loop early ends
 * the call.
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
