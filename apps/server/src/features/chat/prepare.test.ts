import { expect, test, vi } from 'vitest'
import { sharedParsers } from '../../testing/shared-parsers.ts'
import { createTestApp } from '../../testing/test-app.ts'

test('loads the parsers of the default database when a user signs in, and not after a wrong password', async () => {
  const app = await createTestApp({ sample: true })
  const warm = vi.spyOn(sharedParsers, 'warm')
  try {
    const account = { email: 'ann@example.test', password: 'correct horse battery' }
    const { auth } = app.services
    await auth.register({ ...account, username: 'ann', organization: 'Shop' })
    await expect(auth.login({ ...account, password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(warm).not.toHaveBeenCalled()
    await auth.login(account)
    await expect.poll(() => warm.mock.calls).toEqual([['sqlite']])
  } finally {
    warm.mockRestore()
    await app.close()
  }
})
