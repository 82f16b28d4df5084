import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')

test('R25 restarts the server after it ends itself, whatever runs it', () => {
  expect(read('parlance.service')).toMatch(/^Restart=(on-failure|always)$/m)
  expect(read('parlance.service')).not.toMatch(/^(RestartPreventExitStatus|SuccessExitStatus)=/m)
  const [, parlance = ''] = /^ {2}parlance:\n((?: {4}.*\n)+)/m.exec(read('compose.yml')) ?? []
  expect(parlance).toMatch(/^ {4}restart: (unless-stopped|always)$/m)
})

test('fills the compile cache of the image as the user and with the options of its server', () => {
  const file = read('Dockerfile')
  const [, filling = ''] = /^USER node\n(?:#.*\n)*RUN [^\n]* \\\n +node (.*) \\$/m.exec(file) ?? []
  const [, started = ''] = /^CMD \["node", (.*)\]$/m.exec(file) ?? []
  expect(filling.split(' ')).toEqual(JSON.parse(`[${started}]`))
})

test('R25 does not run the server as the first process of its container, because it could not kill itself', () => {
  expect(read('Dockerfile')).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m)
})
