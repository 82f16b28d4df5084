import { formatMessage, message } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTranslations } from './i18n.ts'
import { serverSentences, serverText } from './server-text.ts'

beforeAll(() =>
  startTranslations({
    language: 'de',
    texts: {
      'The change to {area} was approved.': 'Die Änderung an {area} wurde genehmigt.',
      '{table}: all rows. Masked columns: {masked}.': '{table}: alle Zeilen. Maskierte Spalten: {masked}.',
      '{names}, and {more} more': '{names} und {more} weitere',
    },
  }),
)
afterAll(() => startTranslations())

test('translates what happened to a request', () => {
  const text = { pattern: 'The change to {area} was approved.', values: { area: 'Sales' } }
  expect(serverText({ message: 'The change to Sales was approved.', ...text })).toBe(
    'Die Änderung an Sales wurde genehmigt.',
  )
  expect(serverText({ message: 'Not translated.' })).toBe('Not translated.')
})

test('translates the sentences of an approval, and shows them in English without their messages', () => {
  const masked = message('{names}, and {more} more', { names: 'email, phone', more: 3 })
  const sentence = message('{table}: all rows. Masked columns: {masked}.', { table: 'users', masked })
  const english = formatMessage(sentence)
  expect(serverSentences([english, 'Activate the area.'], [sentence, message('Activate the area.')])).toEqual([
    'users: alle Zeilen. Maskierte Spalten: email, phone und 3 weitere.',
    'Activate the area.',
  ])
  expect(serverSentences([english])).toEqual([english])
})
