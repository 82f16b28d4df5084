import type { TextStreamPart, ToolSet } from 'ai'

// The SDK would print to the console what it thinks of settings; it is told what to do instead.
globalThis.AI_SDK_LOG_WARNINGS = false

/**
 * The parts of one streamed call, with one way to fail: an error part, a broken socket and an abort all throw.
 * Leaving the loop early ends the call.
 */
export async function* readModelStream<Tools extends ToolSet>(result: {
  stream: AsyncIterable<TextStreamPart<Tools>>
}): AsyncGenerator<TextStreamPart<Tools>> {
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new DOMException('The model call was aborted', 'AbortError')
    yield part
  }
}
