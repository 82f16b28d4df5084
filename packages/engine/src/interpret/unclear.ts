/** Thrown inside the interpreter when a question cannot be read; turned into an answer by `translate`. */
export class Unclear extends Error {
  readonly missed: string[]
  readonly choices: { text: string; replacements: { label: string; words: string }[] } | null

  constructor(reason: string, missed: string[], choices: Unclear['choices'] = null) {
    super(reason)
    this.missed = missed
    this.choices = choices
  }
}
