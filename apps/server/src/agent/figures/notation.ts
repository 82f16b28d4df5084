/**
 * The notation in which a model refers to figures, so that it never types one:
 *
 * ```
 * {r1.revenue[country=Germany]}                     a cell: the column revenue in the one row whose country is Germany
 * {r1.revenue[country=Germany, year=2024]}          several conditions
 * {r1.country[1]}  {r1.country[last]}               a cell by the position of its row
 * {r1.country[max revenue]}                         the cell in the row with the largest (`min`: smallest) value
 * {r1.total}                                        the only row's cell
 * {count(r1)}  {count(r1[country=Germany])}         the number of rows
 * {sum(r1.revenue)}  {avg(…)}  {median(…)}  {min(…)}  {max(…)}   over a column, or over its rows that fit a condition
 * {sum(A, B)}                                       over several figures
 * {share(A)}  {share(A, B)}                         A in percent of its column's sum, or of B
 * {diff(A, B)}  {ratio(A, B)}  {change(A, B)}       A − B; A ÷ B; the change from A to B in percent
 * {rank(A)}                                         the position of A in its column, largest first: 2nd
 * {A | 0}  {A | million}  {A | percent}             rounded to decimals; in a unit; a fraction as percent
 * ```
 *
 * `{{r1.revenue[1]}}`, `[r1.revenue[1]]`, and `r1.revenue[1]` without braces are read the same (`find-references.ts`). Names of
 * results, functions, and columns are read in any case.
 *
 * A and B are references without braces. A name or value with one of `[](),=|."{}` in it is quoted: `"Total (EUR)"`, with
 * `""` for a quote.
 */
export type Reference = CellReference | CountReference | ComputedReference

/** A cell, or in a computation a column or the part of it that the selector keeps. */
export interface CellReference {
  is: 'cell'
  step: string
  column: string
  selector: Selector
}

export interface CountReference {
  is: 'count'
  step: string
  selector: Selector
}

export interface ComputedReference {
  is: FigureFunction
  of: Reference[]
}

/** Which rows a reference means. */
export type Selector =
  | { by: 'all' }
  | { by: 'position'; at: number | 'last' }
  | { by: 'extreme'; of: 'max' | 'min'; column: string }
  | { by: 'conditions'; conditions: { column: string; value: string }[] }

/** The functions with the least and most figures that each takes. */
export const figureFunctions = {
  sum: [1, 20],
  avg: [1, 20],
  median: [1, 20],
  min: [1, 20],
  max: [1, 20],
  share: [1, 2],
  diff: [2, 2],
  ratio: [2, 2],
  change: [2, 2],
  rank: [1, 1],
} as const satisfies Record<string, readonly [least: number, most: number]>

export type FigureFunction = keyof typeof figureFunctions

/** How a figure is written, if not as the grid shows it. */
export type FigureStyle = { digits: number } | { unit: 'thousand' | 'million' | 'billion' | 'percent' } | null

export interface WrittenReference {
  reference: Reference
  style: FigureStyle
}

/** The maximum characters between the braces. */
export const longestReference = 300
const deepestNesting = 4
const mostDigits = 6
const units = ['thousand', 'million', 'billion', 'percent'] as const

/**
 * Reads what is between the braces of a reference.
 * @returns the reference, or what is wrong with it, in words for the model
 */
export function parseReference(text: string): WrittenReference | { error: string } {
  try {
    return new Parser(text).read()
  } catch (error) {
    if (error instanceof NotationError) return { error: error.message }
    throw error
  }
}

class NotationError extends Error {}

class Parser {
  readonly #tokens: Token[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  read(): WrittenReference {
    const reference = this.#reference(0)
    const style = this.#takes('|') ? this.#style() : null
    if (this.#at < this.#tokens.length) this.#fail('the end')
    return { reference, style }
  }

  #reference(depth: number): Reference {
    if (depth > deepestNesting) throw new NotationError('The functions are nested too deeply.')
    const name = this.#word('a result such as r1, or a function')
    if (this.#takes('(')) return this.#call(name.toLowerCase(), depth)
    if (!this.#takes('.')) this.#fail('a dot and a column after the result')
    const column = this.#word('a column')
    return { is: 'cell', step: name.toLowerCase(), column, selector: this.#selector() }
  }

  #call(name: string, depth: number): Reference {
    if (name === 'count') {
      const step = this.#word('a result such as r1').toLowerCase()
      const selector = this.#selector()
      this.#needs(')')
      return { is: 'count', step, selector }
    }
    if (!isFunction(name)) {
      throw new NotationError(`There is no function "${name}". Use count, ${Object.keys(figureFunctions).join(', ')}.`)
    }
    const of = [this.#reference(depth + 1)]
    while (this.#takes(',')) of.push(this.#reference(depth + 1))
    this.#needs(')')
    const [least, most] = figureFunctions[name]
    if (of.length < least || of.length > most) {
      throw new NotationError(`${name} takes ${least === most ? least : `${least} to ${most}`} figures.`)
    }
    return { is: name, of }
  }

  #selector(): Selector {
    if (!this.#takes('[')) return { by: 'all' }
    const first = this.#word('a row, or a column with its value')
    const selector = this.#rest(first)
    this.#needs(']')
    return selector
  }

  #rest(first: string): Selector {
    if (this.#takes('=')) return this.#conditions(first)
    const next = this.#tokens[this.#at]
    const [, extreme, column] = /^(max|min)\s{1,20}(\S.*)$/is.exec(first) ?? []
    if (extreme && column) return { by: 'extreme', of: extreme.toLowerCase() === 'max' ? 'max' : 'min', column }
    // `max "Total (EUR)"`: the quoted name is a separate token.
    if (/^(?:max|min)$/i.test(first) && next?.is === 'word') {
      return { by: 'extreme', of: first.toLowerCase() === 'max' ? 'max' : 'min', column: this.#word('a column') }
    }
    if (first.toLowerCase() === 'last') return { by: 'position', at: 'last' }
    if (first.toLowerCase() === 'first') return { by: 'position', at: 1 }
    if (/^[1-9]\d{0,6}$/.test(first)) return { by: 'position', at: Number(first) }
    throw new NotationError(`"${first}" is not a row. Write [column=value], [1], [last], or [max column].`)
  }

  #conditions(first: string): Selector {
    const conditions = [{ column: first, value: this.#value() }]
    while (this.#takes(',')) {
      const column = this.#word('a column')
      this.#needs('=')
      conditions.push({ column, value: this.#value() })
    }
    return { by: 'conditions', conditions }
  }

  /** `[name='Ana']` and `[name==Ana]` are read like `[name=Ana]`. */
  #value(): string {
    this.#takes('=')
    return this.#word('a value').replace(/^'([^']*)'$/, '$1')
  }

  #style(): FigureStyle {
    const style = this.#word('a number of decimals or a unit').toLowerCase()
    const unit = units.find((one) => one === style)
    if (unit) return { unit }
    if (/^\d$/.test(style) && Number(style) <= mostDigits) return { digits: Number(style) }
    throw new NotationError(
      `"${style}" is not a style. Write a number of decimals up to ${mostDigits}, or ${units.join(', ')}.`,
    )
  }

  #word(expected: string): string {
    const token = this.#tokens[this.#at]
    if (token?.is !== 'word') this.#fail(expected)
    this.#at++
    return token.text
  }

  #takes(mark: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.is !== 'mark' || token.text !== mark) return false
    this.#at++
    return true
  }

  #needs(mark: string): void {
    if (!this.#takes(mark)) this.#fail(`"${mark}"`)
  }

  #fail(expected: string): never {
    const token = this.#tokens[this.#at]
    throw new NotationError(`Expected ${expected}${token ? ` instead of "${token.text}"` : ''}.`)
  }
}

interface Token {
  is: 'word' | 'mark'
  text: string
}

const tokenPattern = /\s*(?:"((?:[^"]|"")*)"|([[\](),=|.])|([^[\](),=|"{}\s][^[\](),=|"{}]*))/gy

/** Splits a reference. A word ends at a mark; spaces inside of it stay. A dot belongs to a word that is a number. */
function tokensOf(text: string): Token[] {
  if (text.length > longestReference) throw new NotationError('The reference is too long.')
  const tokens: Token[] = []
  const source = text.trimEnd()
  let at = 0
  while (at < source.length) {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(source)
    if (!match)
      throw new NotationError(
        `"${source.slice(at, at + 1)}" doesn't belong here. Quote names and values that have such a sign.`,
      )
    const [, quoted, mark, word] = match
    at = tokenPattern.lastIndex
    if (quoted !== undefined) tokens.push({ is: 'word', text: quoted.replaceAll('""', '"') })
    else if (mark !== undefined) tokens.push({ is: 'mark', text: mark })
    else at = takeWord(word ?? '', { tokens, end: at })
  }
  return tokens
}

/** Only the dot after the name of a result is a mark: `r1.revenue`, but `[price=1.50]` and `[name=St. Gallen]`. */
function takeWord(word: string, { tokens, end }: { tokens: Token[]; end: number }): number {
  const step = /^[a-z]\w*(?=\.)/i.exec(word)?.[0]
  const previous = tokens.at(-1)
  const startsReference =
    previous === undefined || (previous.is === 'mark' && (previous.text === '(' || previous.text === ','))
  if (step === undefined || !startsReference) {
    tokens.push({ is: 'word', text: word.trimEnd() })
    return end
  }
  tokens.push({ is: 'word', text: step })
  return end - word.length + step.length
}

function isFunction(name: string): name is FigureFunction {
  return Object.hasOwn(figureFunctions, name)
}
