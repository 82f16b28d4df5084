/** Thrown inside the interpreter when a question cannot be read; turned into an answer by `translate`. */
export class Unclear extends Error {
  readonly missed: string[]
  /** What to put in place of a text of the question; in place of nothing, before it; `null` stands for its end. */
  readonly choices: { text: string | null; replacements: { label: string; words: string }[] } | null

  constructor(reason: string, missed: string[], choices: Unclear['choices'] = null) {
    super(reason)
    this.missed = missed
    this.choices = choices
  }
}
