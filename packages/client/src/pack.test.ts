import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('npm pack makes a tarball of JavaScript with types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-client-'))
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
  )
  const names = namesIn(gunzipSync(readFileSync(join(folder, filename))))
  rmSync(folder, { recursive: true })
  expect(names).toEqual(
    expect.arrayContaining(['package/package.json', 'package/dist/index.js', 'package/dist/index.d.ts']),
  )
  expect(names.filter((name) => name.includes('/src/'))).toEqual([])
})

/** The names of the files in a tar archive, whose headers have blocks of 512 bytes. */
function namesIn(tar: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; tar[at] !== undefined && tar[at] !== 0;) {
    names.push(tar.toString('utf8', at, tar.indexOf(0, at)))
    const size = Number.parseInt(tar.toString('utf8', at + 124, at + 136), 8)
    at += 512 * (1 + Math.ceil(size / 512))
  }
  return names
}
