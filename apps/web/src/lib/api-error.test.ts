import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { startTranslations } from './i18n.ts'

const pattern = '{n, plural, one {# file is} other {# files are}} too large.'
const errorText = (body: unknown) => new ApiError({ status: 422, statusText: '', body }).serverText

test('shows the server’s text in the user’s language, with its values, and in English if there is no translation', async () => {
  await startTranslations({
    language: 'de',
    texts: {
      [pattern]: '{n, plural, one {# Datei ist} other {# Dateien sind}} zu groß.',
      'Please sign in.': 'Bitte anmelden.',
    },
  })
  expect(errorText({ detail: '2 files are too large.', pattern, values: { n: 2 } })).toBe('2 Dateien sind zu groß.')
  expect(errorText({ detail: 'Please sign in.' })).toBe('Bitte anmelden.')
  expect(errorText({ detail: "Syntax error near '{'" })).toBe("Syntax error near '{'")
  expect(errorText({ message: 'from a proxy' })).toBe('from a proxy')
  await startTranslations()
})
