import { afterEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
afterEach(() => app.close().catch(() => undefined))

test('reports the health to everyone, and nothing else', async () => {
  app = await createTestApp()
  const answer = await app.app.inject('/api/v1/health')
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', version: '1.2.0' }])
})

test('reports a server that cannot reach its store as unhealthy', async () => {
  app = await createTestApp()
  await app.context.store.db.destroy()
  const answer = await app.app.inject('/api/v1/health')
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([500, ['detail', 'code', 'request_id']])
})
