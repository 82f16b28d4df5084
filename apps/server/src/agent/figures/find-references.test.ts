import { describe, expect, test } from 'vitest'
import { referencesIn } from './find-references.ts'

describe('the references of a sentence', () => {
  test.each([
    ['It is {r1.a[1]}.', ['r1.a[1]']],
    ['It is {{r1.a[1]}}.', ['r1.a[1]']],
    ['It is [r1.a[1]].', ['r1.a[1]']],
    ['It is r1.a[1], not R2."Total (EUR)"[last].', ['r1.a[1]', 'R2."Total (EUR)"[last]']],
    ['It is sum(r1.a) and count(r1).', ['sum(r1.a)', 'count(r1)']],
    ['It is {r1."a}b"[1]}.', ['r1."a}b"[1]']],
    ['It is {r1.a[1].', ['r1.a[1]']],
    ['It is {{{r1.a[1]}.', ['r1.a[1]']],
    ['Ask bar1.example or r1 or a[1].', []],
  ])('are found, however they are written: %s', (sentence, expected) => {
    expect(referencesIn(sentence).map(({ inside }) => inside)).toEqual(expected)
  })

  test('are found with the code marks around them', () => {
    expect(referencesIn('It is `{r1.a[1]}`, `r1.b[1]`.').map(({ start, end }) => [start, end])).toEqual([
      [6, 17],
      [19, 28],
    ])
  })

  test('R25 are found in one pass', () => {
    for (const unit of ['{', '{{', 'r1.', 'r1.a[', 'sum(r1', '"{', '}']) {
      expect(referencesIn(unit.repeat(24_000 / unit.length)).length).toBeLessThan(24_000)
    }
  })
})
