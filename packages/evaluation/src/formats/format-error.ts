import { formatMessage, type Message } from '@parlance/contract'

/** A problem of a file that its author can fix. The message names the file, the line, and the key. */
export class FormatError extends Error {
  readonly detail: Message

  constructor(detail: Message, options?: ErrorOptions) {
    super(formatMessage(detail), options)
    this.detail = detail
  }
}
