import { expect, test } from 'vitest'
import { auditActions, auditGroupOf, auditGroups } from './audit-actions.ts'
import { auditSentenceText, type SentenceSource } from './audit-sentence.ts'

const entry: SentenceSource = {
  action: 'user.update',
  outcome: 'allowed',
  user_id: 'u1',
  user_email: 'admin@example.com',
  address: '192.0.2.1',
  target_kind: 'user',
  target_id: 'u2',
  target_name: 'analyst@example.com',
  detail: {},
  changes: [],
  names: {},
}
const change = (field: string, before: string | number | boolean | null, after: string | number | boolean | null) => ({
  field,
  is_hidden: false,
  before,
  after,
})

test.each<[Partial<SentenceSource>, string]>([
  [
    { changes: [change('daily_query_limit', 5, 10)] },
    'admin@example.com changed the daily limit of analyst@example.com from 5 to 10.',
  ],
  [
    { changes: [change('role', 'GENERAL', 'ADMIN')] },
    'admin@example.com changed the role of analyst@example.com from user to administrator.',
  ],
  [
    { changes: [change('daily_query_limit', 5, 10), change('monthly_query_limit', 50, 100)] },
    'admin@example.com changed the daily limit and monthly limit of analyst@example.com.',
  ],
  [
    { changes: [{ field: 'attributes', is_hidden: true, before: null, after: null }] },
    'admin@example.com changed the attributes of analyst@example.com.',
  ],
  [
    { action: 'settings.update-preferences', target_kind: null, changes: [change('temperature', 0.1, 0.5)] },
    'admin@example.com changed the temperature from 0.1 to 0.5.',
  ],
  [
    { action: 'user.approve', outcome: 'denied', detail: { status: 409, code: 'conflict', reason: null } },
    'admin@example.com could not approve analyst@example.com: Someone else changed this in the meantime. Reload and try again.',
  ],
  [
    { outcome: 'denied', detail: { code: 'conflict', reason: 'This account is already approved.' } },
    'admin@example.com could not change the account of analyst@example.com: This account is already approved.',
  ],
  [
    { outcome: 'failed', detail: { status: 404 } },
    'admin@example.com could not change the account of analyst@example.com: Item not found. It may have been deleted.',
  ],
  [
    {
      action: 'connection.grant',
      target_kind: 'connection',
      target_name: 'Sales',
      detail: { user: 'u3' },
      names: { u3: 'bob@example.com' },
    },
    'admin@example.com gave bob@example.com access to the connection Sales.',
  ],
  [{ action: 'session.expire', user_id: null, address: null }, 'The server deleted old conversations.'],
  [
    { action: 'user.login', user_id: null, outcome: 'denied', detail: { reason: 'invalid_credentials' } },
    'Someone who was not signed in could not sign in: The email or password is incorrect.',
  ],
  [
    { action: 'question.ask', target_kind: 'session', target_id: 's1', target_name: null },
    'admin@example.com asked a question in a conversation.',
  ],
  [{ action: 'question.ask', target_kind: null, target_id: null }, 'admin@example.com asked a question.'],
  [{ action: 'rocket.launch' }, 'admin@example.com did rocket.launch with analyst@example.com.'],
])('says %o as a sentence', (fields, sentence) => {
  expect(auditSentenceText({ ...entry, ...fields })).toBe(sentence)
})

test('has a sentence and a group for every action, without a placeholder left', () => {
  for (const action of auditActions) {
    expect(auditGroups).toContain(auditGroupOf(action))
    for (const outcome of ['allowed', 'denied']) {
      expect(auditSentenceText({ ...entry, action, outcome })).toMatch(
        /^(admin@example\.com|A sign-in provider) [^{}]+\.$/,
      )
    }
  }
})
