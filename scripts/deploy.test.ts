import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')

test('R25 whatever runs the server starts it again after it ended itself', () => {
  expect(read('parlance.service')).toMatch(/^Restart=(on-failure|always)$/m)
  expect(read('parlance.service')).not.toMatch(/^(RestartPreventExitStatus|SuccessExitStatus)=/m)
  const [, parlance = ''] = /^ {2}parlance:\n((?: {4}.*\n)+)/m.exec(read('compose.yml')) ?? []
  expect(parlance).toMatch(/^ {4}restart: (unless-stopped|always)$/m)
})

test('R25 the server is not the first process of its container, which could not kill itself', () => {
  expect(read('Dockerfile')).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m)
})
