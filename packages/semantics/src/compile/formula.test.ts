import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { metricsOf, parseFormula, type Formula } from './formula.ts'

function shown(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return formula.text
    case 'metric':
      return formula.name
    case 'negative':
      return `-${shown(formula.of)}`
    case 'operation':
      return `(${shown(formula.left)} ${formula.operator} ${shown(formula.right)})`
  }
}

function outcomeOf(text: string): string {
  const found = parseFormula(text)
  return 'problem' in found ? `${found.position}: ${formatMessage(found.problem)}` : shown(found)
}

describe('a formula', () => {
  it.each([
    ['{Net revenue} / {Orders}', '(Net revenue / Orders)'],
    ['{a} - {b} - {c}', '((a - b) - c)'],
    ['{a} + {b} * {c} / 2', '(a + ((b * c) / 2))'],
    ['({a} + {b}) * -1.5', '((a + b) * -1.5)'],
    ['  { Umsatz (netto) } ', 'Umsatz (netto)'],
    ['--{a}', '--a'],
  ])('is read with multiplication before addition, from left to right: %s', (text, expected) => {
    expect(outcomeOf(text)).toBe(expected)
  })

  it.each([
    ['', '0: The formula ends too early.'],
    ['{a} +', '5: The formula ends too early.'],
    ['({a}', '4: The formula ends too early.'],
    ['{a} {b}', '4: {b} is not expected here.'],
    ['{a} ) ', '4: ) is not expected here.'],
    ['SUM({a})', '0: Write metrics in braces, numbers, and + - * / ( ).'],
    ['{a} % 2', '3: Write metrics in braces, numbers, and + - * / ( ).'],
    ['{} + 1', '0: Write the name of a metric in the braces.'],
    ['{a', '0: Write metrics in braces, numbers, and + - * / ( ).'],
  ])('says where it can not be read: %s', (text, expected) => {
    expect(outcomeOf(text)).toBe(expected)
  })

  it('is refused if it is longer or deeper than anyone writes', () => {
    expect(outcomeOf('('.repeat(1900) + '{a}')).toContain('The formula is too long.')
    expect(outcomeOf(`${'1+'.repeat(1900)}1`)).toContain('The formula is too long.')
  })

  it('lists its metrics once', () => {
    const formula = parseFormula('{a} / ({a} + {b})')
    expect('problem' in formula ? [] : metricsOf(formula)).toEqual(['a', 'b'])
  })
})
