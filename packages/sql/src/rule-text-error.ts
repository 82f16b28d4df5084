import { formatMessage, verbatim, type Message } from '@parlance/contract'

/** The text of a rule cannot be used as written. */
export class RuleTextError extends RangeError {
  override readonly name = 'RuleTextError'
  readonly text: Message

  constructor(text: Message) {
    super(formatMessage(text))
    this.text = text
  }
}

/** What to show for an error in the text of a rule; the engine's own RangeError has no message of ours. */
export function textOf(error: RangeError): Message {
  return error instanceof RuleTextError ? error.text : verbatim(error.message)
}
