import { expect, test } from 'vitest'
import { measureInstall } from './install.ts'

test('measures an installation, and counts the warnings of npm', async () => {
  const figures = await measureInstall(['--omit=dev', '--dry-run'])
  expect(figures.map(({ value }) => value >= 0)).toEqual([true, true])
})
