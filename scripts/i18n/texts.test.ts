import { expect, test } from 'vitest'
import { compareTexts, problemsOf, problemsOfTranslations, updateTranslations } from './check-texts.ts'
import { manifestTexts, textsOf, valuesOf } from './read-texts.ts'

const source = `
  t('Delete connection')
  t('{n, plural, one {# row} other {# rows}}', { n })
  t('{name} is empty.', { ...values })
  message('Sort by {column}', { column: 'price' })
  throw new AppError('conflict', { detail: message('Reload the page.'), cause })
  other('not a text')
`

test('finds the texts of t() and message(), with the names of their values', () => {
  expect(textsOf('a.ts', source)).toEqual([
    { text: 'Delete connection', file: 'a.ts', line: 2, values: [] },
    { text: '{n, plural, one {# row} other {# rows}}', file: 'a.ts', line: 3, values: ['n'] },
    { text: '{name} is empty.', file: 'a.ts', line: 4, values: null },
    { text: 'Sort by {column}', file: 'a.ts', line: 5, values: ['column'] },
    { text: 'Reload the page.', file: 'a.ts', line: 6, values: [] },
  ])
})

test('finds the labels, hints, choices, notes and advice of database types', () => {
  const found = manifestTexts().map(({ text }) => text)
  expect(found).toEqual(
    expect.arrayContaining([
      'Warehouse',
      'Leave empty for all schemas that the account can read.',
      'Password or access token',
      'For a tenant database, enter the SQL port of that tenant.',
      'Use an account that signs in with SCRAM-SHA-1 or SCRAM-SHA-256.',
    ]),
  )
})

test('finds the values that a pattern needs, also inside plural forms', () => {
  expect(valuesOf('{n, plural, one {# row of {table}} other {# rows of {table}}} in {area}')).toEqual([
    'n',
    'table',
    'area',
  ])
  expect(valuesOf("the parameter '{name}'")).toEqual([])
})

test('reports a pattern that is not valid, and a value that is missing', () => {
  const place = { file: 'a.ts', line: 1 }
  expect(
    problemsOf([
      { ...place, text: '{n, plural, one {# row}}', values: ['n'] },
      { ...place, text: '{name} is empty.', values: [] },
      { ...place, text: '{name} is full.', values: null },
    ]),
  ).toEqual([
    expect.stringContaining('“{n, plural, one {# row}}” is not a valid ICU message'),
    'a.ts:1: “{name} is empty.” needs a value for {name}.',
  ])
})

test('lists missing and unused texts of a language, and an update resolves both', () => {
  const texts = textsOf('a.ts', `t('New'); t('Kept')`)
  const german = { Kept: 'Behalten', Gone: 'Weg' }
  expect(compareTexts(texts, german)).toEqual({ missing: ['New'], unused: ['Gone'] })
  const updated = updateTranslations(texts, german, () => '')
  expect(updated).toEqual({ Kept: 'Behalten', New: '' })
  expect(compareTexts(texts, updated)).toEqual({ missing: [], unused: [] })
})

test('reports a translation that is not valid or uses a value that the code does not pass', () => {
  const german = { '{name} is empty.': '{datei} ist leer.', '{n} rows': '{n} Zeilen', Save: 'Speichern}', New: '' }
  expect(problemsOfTranslations('de', german)).toEqual([
    'de.json:2: “{datei} ist leer.” needs a value for {datei}.',
    expect.stringContaining('de.json:4: “Speichern}” is not a valid ICU message'),
  ])
})
