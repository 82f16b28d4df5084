import { formatMessage, type Message } from '@parlance/contract'
/** A rule that can't be enforced as written. It never exposes rows: the query is denied. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly rule: string
  readonly table: string
  /** The part of the rule: `condition`, `join_condition`, a column's name, … */
  readonly part: string
  readonly text: Message

  constructor(rule: string, table: string, part: string, text: Message) {
    super(formatMessage(text))
    this.text = text
    this.rule = rule
    this.table = table
    this.part = part
  }
}
