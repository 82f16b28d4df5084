import { message } from '@parlance/contract'
import { hasThinking, withoutThinking } from '../thinking.ts'
import { UselessAnswerError } from '../model-faults.ts'
import { ask } from './ask.ts'
import { passed, skipped, warning, type Check } from './check.ts'

/** Whether the model answers at all. Its answer is also measured. */
export const answerCheck: Check = {
  id: 'answer',
  needs: ['address', 'key'],
  calls: 1,
  tokens: 600,
  // A local server may load the model first.
  timeoutMs: 180_000,
  run: async (context) => {
    const { handle, signal, findings } = context
    const asked = await ask(handle, { prompt: 'Write the numbers from one to forty as words, in one line.' }, signal)
    if (withoutThinking(asked.text).trim() === '') throw new UselessAnswerError('empty')
    findings.answer = asked
    const thinks = asked.thinking !== '' || hasThinking(asked.text)
    return passed(
      thinks
        ? message('{model} answers. It thinks first, and its thinking is not part of the answer.', { model: handle.id })
        : message('{model} answers.', { model: handle.id }),
    )
  },
}

const fewestPieces = 4
/** An answer of this length that arrives within a tenth of its time was held back. */
const longAnswerMs = 2_000

/** Whether the answer arrives while it is written. */
export const streamingCheck: Check = {
  id: 'streaming',
  needs: ['answer'],
  calls: 0,
  tokens: 0,
  timeoutMs: 1_000,
  run: async ({ findings: { answer } }) => {
    if (answer === null) return skipped(message('There was no answer to measure.'))
    const { pieces, streamedMs, totalMs } = answer
    const isHeldBack = totalMs > longAnswerMs && streamedMs < totalMs / 10
    if (pieces >= fewestPieces && !isHeldBack)
      return passed(
        message('The answer arrived in {pieces, plural, one {# piece} other {# pieces}} while it was written.', {
          pieces,
        }),
      )
    return warning(
      message('The answer arrived all at once.'),
      message('Answers work, but appear late. If a proxy is in between, turn off its buffering.'),
    )
  },
}

const slowTokens = 8
const slowFirstMs = 10_000

/** How long the user waits for the first word, and how fast the rest follows. */
export const speedCheck: Check = {
  id: 'speed',
  needs: ['answer'],
  calls: 0,
  tokens: 0,
  timeoutMs: 1_000,
  run: async ({ findings: { answer } }) => {
    if (answer === null) return skipped(message('There was no answer to measure.'))
    const tokens = answer.outputTokens ?? Math.ceil((answer.text.length + answer.thinking.length) / 4)
    const seconds = Math.max(answer.totalMs - answer.firstMs, 1) / 1000
    const perSecond = Math.round(tokens / seconds)
    const first = Math.round(answer.firstMs / 100) / 10
    const found =
      answer.streamedMs < 1
        ? message('The answer came after {first, number} seconds.', { first })
        : message('First word after {first, number} seconds, then {perSecond, number} tokens a second.', {
            first,
            perSecond,
          })
    const isSlow = answer.firstMs > slowFirstMs || (answer.streamedMs >= 1 && perSecond < slowTokens)
    if (!isSlow) return passed(found)
    return warning(found, message('Answers will take long. Choose a smaller model, or faster hardware.'))
  },
}
