import { describe, expect, it } from 'vitest'
import { isFormattable } from './formattable.ts'

describe('R25 formattable text', () => {
  it.each([
    ['a list in a list', '- one\n  - two\n    1. three\n> said\n> > so'],
    ['a rule across the page', `above\n\n${'-'.repeat(80)}\n\n${'* '.repeat(40)}\n\nbelow`],
    ['a table', `|${' a |'.repeat(30)}\n|${'---|'.repeat(30)}\n|${' - |'.repeat(30)}`],
    ['a long list', Array.from({ length: 300 }, (_, at) => `* **Customer ${at}**: ${at} orders`).join('\n')],
    ['a line of code', '`a - b - c`'],
  ])('formats %s', (_, text) => {
    expect(isFormattable(text)).toBe(true)
  })

  it.each([
    ['a text of 20,001 characters', 'x'.repeat(20_001)],
    ['quotes 20 deep', `so\n${'> '.repeat(20)}a`],
    ['lists 49,000 deep', `${'- '.repeat(9000)}a`],
    ['lists with numbers', `${'1. '.repeat(50)}a`],
    ['lists with deep indents', `- a\n${' '.repeat(50)}- b`],
    ['emphasis that never ends', '*a_'.repeat(6_000)],
    ['strikes that never end', '~~a'.repeat(6_000)],
    ['brackets that never end', '['.repeat(19_000)],
    ['footnotes without end', '[^1]: a\n'.repeat(2_000)],
    ['thousands of paragraphs', 'a\n\n'.repeat(5_000)],
    ['thousands of table rows', `a|b\n-|-\n${'1|2\n'.repeat(4_000)}`],
    ['quotes without blanks', `${'>'.repeat(50)}a`],
  ])('does not format %s', (_, text) => {
    expect(isFormattable(text)).toBe(false)
  })
})
