import { formatMessage, message, type Message } from '@parlance/contract'

/** Where something is in a file: `semantic_model[0].metrics[2].expression`, and its line from 1. */
export interface Place {
  path: string
  line: number
}

/** A file, or an element of it, that cannot be read. The message says where and what to do. */
export class FileError extends Error {
  readonly detail: Message
  readonly place: Place | null

  constructor(detail: Message, place: Place | null) {
    super(formatMessage(detail))
    this.detail = detail
    this.place = place
  }

  /** The message with the place in front of it. */
  get located(): Message {
    if (this.place === null) return this.detail
    const { path, line } = this.place
    return path === ''
      ? message('Line {line, number}: {reason}', { line, reason: this.detail })
      : message('Line {line, number}, {path}: {reason}', { line, path, reason: this.detail })
  }
}
