import { expect, test } from 'vitest'
import { findIdioms, findIdiomsInMarkdown, findIdiomsInSource } from './find-idioms.ts'

const words = (found: { words: string }[]) => found.map((idiom) => idiom.words)

test.each([
  ['Nobody sees any row.', ['Nobody']],
  ['The file is no Excel workbook.', ['is no Excel']],
  ['There is no workbook, and the name is no longer used.', []],
  ['The note stands beside the table and is handed on.', ['stands beside', 'handed on']],
  ['VIEW stands for the type.', []],
  ['Send an e-mail anew, lest it be lost.', ['lest', 'anew', 'e-mail']],
  ['The server closes the connection.', []],
])('finds the idioms of %j', (text, expected) => {
  expect(words(findIdioms(text))).toEqual(expected)
})

test('reads comments, strings, templates, and texts of elements, and reports lines', () => {
  const source = `/**
 * Nobody reads this.
 */
const a = 'said by whoever asks' // done anew
const nobody = <p title={\`\${a} is no row\`}>merely text</p>`
  expect(findIdiomsInSource('a.tsx', source).map(({ line, words: found }) => `${line} ${found}`)).toEqual([
    '2 Nobody',
    '4 anew',
    '4 whoever',
    '5 is no row',
    '5 merely',
  ])
})

test('reads only comments and names of tests in a test file, because its strings are data', () => {
  const source = "test('nobody asks', () => expect('nobody at all')) // anew"
  expect(words(findIdiomsInSource('a.test.ts', source))).toEqual(['anew', 'nobody'])
})

test('reads the prose of a page, not its code', () => {
  const page = 'A person.\n\n```sh\necho nobody\n```\n\nUse `nobody`. Somebody did.\n'
  expect(findIdiomsInMarkdown(page)).toEqual([{ line: 7, words: 'Somebody', instead: expect.any(String) }])
})
