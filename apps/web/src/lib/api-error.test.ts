import {
  describable,
  describeIssue,
  formatMessage,
  patternOf,
  registerRequestSchema,
  type Issue,
} from '@parlance/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { startTranslations, translateText } from './i18n.ts'

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

test('shows which field of a request is not valid in the user’s language', async () => {
  await startTranslations({
    language: 'de',
    texts: {
      'The field “{field}” must be at most {limit, plural, one {# character} other {# characters}}.':
        'Das Feld „{field}“ darf höchstens {limit, plural, one {# Zeichen} other {# Zeichen}} haben.',
    },
  })
  const text = z.strictObject({ name: z.string().max(1000) })
  const [issue] = text.safeParse({ name: 'x'.repeat(1001) }, describable).error?.issues ?? []
  const problem = describeIssue(issue as Issue)
  expect(errorText({ detail: formatMessage(problem), ...patternOf(problem) })).toBe(
    'Das Feld „name“ darf höchstens 1.000 Zeichen haben.',
  )
  await startTranslations()
})

test('shows a schema’s text with values in the user’s language', async () => {
  await startTranslations({
    language: 'de',
    texts: {
      '{label} must be at least {min} characters': '{label}: mindestens {min} Zeichen',
      Username: 'Benutzername',
    },
  })
  const [issue] = registerRequestSchema.shape.username.safeParse('a').error?.issues ?? []
  expect(issue?.message).toBe('Username must be at least 3 characters')
  expect(translateText(issue?.message ?? '')).toBe('Benutzername: mindestens 3 Zeichen')
  await startTranslations()
})
