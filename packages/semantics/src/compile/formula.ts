import { message, type Message } from '@parlance/contract'

/** A formula of metrics. */
export type Formula =
  | { kind: 'number'; text: string }
  | { kind: 'metric'; name: string }
  | { kind: 'negative'; of: Formula }
  | { kind: 'operation'; operator: Operator; left: Formula; right: Formula }

export type Operator = '+' | '-' | '*' | '/'

/** Why a text is not a formula. */
export interface FormulaProblem {
  problem: Message
  /** Position in the text, from 0. */
  position: number
}

interface Piece {
  text: string
  position: number
}

/** More than anyone writes, and few enough for any stack. */
const mostPieces = 400

const pieces = /\s*(?:\{(?<metric>[^{}]*)\}|(?<number>\d+(?:\.\d+)?)|(?<sign>[-+*/()]))/y

/**
 * Reads a formula: `{Net revenue} / {Orders}`. It consists of metrics in braces, numbers, `+ - * /`, and parentheses.
 */
export function parseFormula(text: string): Formula | FormulaProblem {
  const list = split(text)
  if (!Array.isArray(list)) return list
  const reader = new Reader(list, text.trimEnd().length)
  const formula = reader.sum()
  if ('problem' in formula || reader.isAtEnd()) return formula
  return reader.unexpected()
}

/** The names of the metrics that a formula uses, each once. */
export function metricsOf(formula: Formula): string[] {
  switch (formula.kind) {
    case 'number':
      return []
    case 'metric':
      return [formula.name]
    case 'negative':
      return metricsOf(formula.of)
    case 'operation':
      return [...new Set([...metricsOf(formula.left), ...metricsOf(formula.right)])]
  }
}

function split(text: string): Piece[] | FormulaProblem {
  const list: Piece[] = []
  const end = text.trimEnd().length
  let at = 0
  while (at < end) {
    pieces.lastIndex = at
    const found = pieces.exec(text)
    if (found === null) return { problem: message('Write metrics in braces, numbers, and + - * / ( ).'), position: at }
    at = pieces.lastIndex
    list.push({ text: found[0].trim(), position: at - found[0].trimStart().length })
    if (list.length > mostPieces) return { problem: message('The formula is too long. Split it.'), position: at }
  }
  return list
}

/** Reads pieces from left to right. `*` and `/` come before `+` and `-`. */
class Reader {
  private at = 0
  private readonly list: readonly Piece[]
  private readonly end: number

  constructor(list: readonly Piece[], end: number) {
    this.list = list
    this.end = end
  }

  isAtEnd(): boolean {
    return this.at === this.list.length
  }

  unexpected(): FormulaProblem {
    const piece = this.list[this.at]
    if (piece === undefined) return { problem: message('The formula ends too early.'), position: this.end }
    return { problem: message('{text} is not expected here.', { text: piece.text }), position: piece.position }
  }

  sum(): Formula | FormulaProblem {
    return this.operations(['+', '-'], () => this.operations(['*', '/'], () => this.value()))
  }

  private operations(
    operators: readonly Operator[],
    operand: () => Formula | FormulaProblem,
  ): Formula | FormulaProblem {
    let left = operand()
    for (;;) {
      if ('problem' in left) return left
      const operator = operators.find((one) => one === this.list[this.at]?.text)
      if (operator === undefined) return left
      this.at++
      const right = operand()
      if ('problem' in right) return right
      left = { kind: 'operation', operator, left, right }
    }
  }

  private value(): Formula | FormulaProblem {
    const piece = this.list[this.at]
    if (piece === undefined) return this.unexpected()
    if (piece.text.startsWith('{')) {
      const name = piece.text.slice(1, -1).trim()
      if (name === '')
        return { problem: message('Write the name of a metric in the braces.'), position: piece.position }
      this.at++
      return { kind: 'metric', name }
    }
    if (/^\d/.test(piece.text)) {
      this.at++
      return { kind: 'number', text: piece.text }
    }
    if (piece.text === '-') {
      this.at++
      const of = this.value()
      return 'problem' in of ? of : { kind: 'negative', of }
    }
    if (piece.text !== '(') return this.unexpected()
    this.at++
    const inner = this.sum()
    if ('problem' in inner) return inner
    if (this.list[this.at]?.text !== ')') return this.unexpected()
    this.at++
    return inner
  }
}
