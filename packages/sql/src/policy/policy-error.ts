/** A rule that cannot be enforced as it is written. It never lets rows out: the query is denied. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly rule: string
  readonly table: string
  /** Which part of the rule: `condition`, `join_condition`, a column's name, … */
  readonly part: string

  constructor(rule: string, table: string, part: string, message: string) {
    super(message)
    this.rule = rule
    this.table = table
    this.part = part
  }
}
