import { message, type Message } from '@parlance/contract'
import type { RequestedTool } from '../call-parts.ts'
import type { Corrections } from '../correct.ts'
import { toolNamed, type PreparedCall } from './model-tools.ts'

/** Why a call may not run. */
interface RefusedCall {
  /** In words for the model. */
  refusal: string
  /** In words for the user. */
  reason: Message
}

/** A call that may run, or why it may not. */
export function checkCall(
  { name, input, invalid }: RequestedTool,
  corrections: Pick<Corrections, 'isTooMany' | 'isRepeated'>,
): { run: PreparedCall } | RefusedCall {
  const found = toolNamed(name)
  if (!found) {
    return {
      refusal: 'There is no tool with this name. Call one of the tools you were given.',
      reason: message('The model called a tool that does not exist, so nothing ran.'),
    }
  }
  const { tool, calledAs } = found
  const read = invalid === null ? tool.prepare(input) : { invalid, names: [] }
  if ('invalid' in read) {
    return {
      refusal: `The arguments are not valid. Correct them and call again. ${read.invalid}`,
      reason:
        read.names.length === 0
          ? message('The model wrote arguments that are not valid, so this did not run.')
          : message('In the call, {names} was missing or not valid, so this did not run.', {
              names: read.names.join(', '),
            }),
    }
  }
  if (corrections.isTooMany()) {
    return {
      refusal: 'You cannot call more tools for this question. Answer now.',
      reason: message('The model had used all tool calls of this question, so this did not run.'),
    }
  }
  if (corrections.isRepeated(name, input)) {
    return {
      refusal: 'You already made this call, and its result is the same. Do something else, or answer.',
      reason: message('The model had already made the same call, so this did not run again.'),
    }
  }
  return { run: (turn, use) => read.run(turn, { ...use, calledAs }) }
}
