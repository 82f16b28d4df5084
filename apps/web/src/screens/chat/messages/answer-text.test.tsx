import { formatMessage, joinMessages, message, warningsText, wireMessage } from '@parlance/contract'
import { render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTranslations } from '../../../lib/i18n.ts'
import { newMessage } from '../../../lib/turn/new-message.ts'
import { AnswerText } from './answer-text.tsx'

beforeAll(() =>
  startTranslations({
    language: 'de',
    texts: {
      'Please note: {warnings}': 'Bitte beachten: {warnings}',
      'The query returns at most {n} rows. There may be more.': 'Höchstens {n} Zeilen.',
      '{n, plural, one {There is # {row}.} other {There are # {rows}.}}':
        '{n, plural, one {Es gibt # {row}.} other {Es gibt # {rows}.}}',
    },
  }),
)
afterAll(() => startTranslations())

test('shows an answer in German without the warnings at its end, which are shown separately', () => {
  const limit = message('The query returns at most {n} rows. There may be more.', { n: 50 })
  const warnings = [{ kind: 'limit_reached' as const, ...wireMessage(limit) }]
  const count = message('{n, plural, one {There is # {row}.} other {There are # {rows}.}}', {
    n: 3,
    row: 'order',
    rows: 'orders',
  })
  const ownContent = joinMessages([count, warningsText(warnings)], '\n\n')
  const content = formatMessage(ownContent)
  const answer = {
    ...newMessage({ id: 'a', turnId: 't1', kind: 'answer', timestamp: '2026-11-23T09:30:00Z', content }),
    status: 'answered' as const,
    ownContent,
    warnings,
  }
  render(<AnswerText message={answer} areaCount={0} onShow={() => undefined} />)
  expect(screen.getByText('Es gibt 3 orders.')).toBeTruthy()
  expect(screen.queryByText(/Höchstens|beachten/)).toBeNull()
})
