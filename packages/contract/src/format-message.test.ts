import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { formatMessage } from './format-message.ts'
import type { MessageValues } from './messages.ts'

const cases: [string, MessageValues][] = [
  ['Delete connection', {}],
  ['{name} is empty.', { name: 'sales.csv' }],
  ['{name} is empty.', { name: '{n} <b>$1</b>' }],
  ['{n} of { total }', { n: 1234, total: '5,000' }],
  ['{n, number} rows', { n: 1234567 }],
  ...[0, 1, 2, 1234].flatMap((n): [string, MessageValues][] => [
    ['{n, plural, one {# table} other {# tables}}', { n }],
    ['{n, plural, =0 {No tables} one {One table of {area}} other {# tables of {area}}}.', { n, area: 'Sales' }],
    [
      '{n,plural,one{# {kind, select, row {row} other {table}}}other{# {kind, select, row {rows} other {tables}}}}',
      { n, kind: 'row' },
    ],
  ]),
  ['{kind, select, row {a row} other {a # table}}', { kind: 'view' }],
  ["don't use '{name}' in {name}'s text", { name: 'x' }],
  ["It''s '{' and '}' and '# and", {}],
  ["{n, plural, one {'#' is #} other {'#' isn''t #}}", { n: 2 }],
  ["'{it''s quoted}' to the end '{", {}],
]

test.each(cases)('formats %j with %j as the ICU library does', (text, values) => {
  const expected = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).format({ ...values })
  expect(formatMessage({ text, values })).toBe(expected)
})

test('uses the plural forms and the number format of the language', () => {
  const text = '{n, plural, one {# stół} few {# stoły} many {# stołów} other {# stołu}}'
  const shown = [1, 3, 5, 12345].map((n) => formatMessage({ text, values: { n } }, 'pl'))
  expect(shown).toEqual(['1 stół', '3 stoły', '5 stołów', '12\u00a0345 stołów'])
})

test.each(['{', '}', '{name', '{n, plural, one {x}}', '{n, plural, other {x}', '{n, date}', '{a b}', '{}'])(
  'refuses the pattern %j',
  (text) => {
    expect(() => formatMessage({ text })).toThrow(SyntaxError)
  },
)
