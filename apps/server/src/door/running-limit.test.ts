import { message } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createRunningLimit } from './running-limit.ts'

test('refuses what exceeds the limit of an owner until a slot is released, once', () => {
  const limit = createRunningLimit(2, (count) => message('{count} are running.', { count }))
  const release = limit.take('ann')
  limit.take('ann')
  expect(() => limit.take('ann')).toThrow('2 are running.')
  limit.take('bob')
  release()
  release()
  limit.take('ann')
  expect(() => limit.take('ann')).toThrow('2 are running.')
})
