import {
  describable,
  describeIssue,
  formatMessage,
  patternOf,
  registerRequestSchema,
  type Issue,
} from '@parlance/contract'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readServerText } from './api-error.ts'
import { startTranslations, translateText } from './i18n.ts'

afterEach(() => startTranslations())

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
  expect(readServerText({ detail: formatMessage(problem), ...patternOf(problem) })).toBe(
    'Das Feld „name“ darf höchstens 1.000 Zeichen haben.',
  )
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
})
