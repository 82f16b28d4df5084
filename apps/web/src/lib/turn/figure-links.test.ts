import { expect, test } from 'vitest'
import { figureOf, linkFigures } from './figure-links.ts'

const place = (start: number, end: number) => ({ start, end, sources: [{ step: 'r1', column: 0, rows: [0] }] })

test('links each figure', () => {
  const content = 'Ana earned 1,234 of 2,500.'
  const figures = [place(0, 3), place(11, 16)]
  expect(linkFigures(content, { content, figures })).toBe('[Ana](#figure-0) earned [1,234](#figure-1) of 2,500.')
  expect(figureOf('#figure-1', figures)).toBe(figures[1])
})

test('escapes Markdown in a value', () => {
  const content = '*a](x)_ is first.'
  expect(linkFigures(content, { content, figures: [place(0, 7)] })).toBe(
    String.raw`[\*a\]\(x\)\_](#figure-0) is first.`,
  )
})

test('links figures before warnings, which may be translated', () => {
  const figures = [place(0, 1)]
  expect(linkFigures('5 rows.\n\nHinweis', { content: '5 rows.\n\nNote', figures })).toBe(
    '[5](#figure-0) rows.\n\nHinweis',
  )
})

test('links nothing in another text, or at overlapping or missing positions', () => {
  const figures = [place(0, 3), place(2, 5)]
  expect(linkFigures('Something else', { content: 'Ana earned', figures })).toBe('Something else')
  expect(linkFigures('Ana earned', { content: 'Ana earned', figures })).toBe('[Ana](#figure-0) earned')
  expect(linkFigures('Ana', { content: 'Ana', figures: [] })).toBe('Ana')
})

test('knows no figure for other links', () => {
  for (const href of ['#figure-7', '#figure-x', '#figures', 'https://example.test/#figure-0']) {
    expect(figureOf(href, [place(0, 1)])).toBeNull()
  }
})
