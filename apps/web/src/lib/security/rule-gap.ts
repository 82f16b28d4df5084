import { message, type Message } from '@parlance/contract'
import type { z } from 'zod'

/** What prevents saving rules. `path` leads to the value with the problem if the schema of the rules refused it. */
export interface RuleGap extends Message {
  readonly path?: readonly PropertyKey[]
}

/** A schema's issue in words for users. */
export function gapOfIssue(issue: z.core.$ZodIssue): RuleGap {
  return { ...textOf(issue, issue.path.map(String).join(' › ')), path: issue.path }
}

function textOf(issue: z.core.$ZodIssue, place: string): Message {
  switch (issue.code) {
    case 'unrecognized_keys':
      return message(
        '{place}: {n, plural, one {The key {keys} is not supported.} other {These keys are not supported: {keys}.}}',
        { place, n: issue.keys.length, keys: issue.keys.join(', ') },
      )
    case 'invalid_type':
      return message(
        '{place}: {type, select, string {Enter text in quotes.} number {Enter a number.} boolean {Enter true or false.} array {Enter a list in square brackets.} other {Enter an object in curly braces.}}',
        { place, type: issue.expected },
      )
    case 'invalid_value':
      return message('{place}: Use one of these values: {values}.', { place, values: issue.values.join(', ') })
    case 'too_small':
      return message('{place}: Enter a value.', { place })
    case 'too_big':
      return message(
        '{place}: {type, select, string {Use at most {max, plural, one {# character} other {# characters}}.} other {Use at most {max, plural, one {# entry} other {# entries}}.}}',
        { place, type: issue.origin, max: Number(issue.maximum) },
      )
    case 'custom':
      return message('{place}: The text contains a character that cannot be stored.', { place })
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return message('{place}: This value is not valid.', { place })
  }
}
