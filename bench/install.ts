import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from './figure.ts'

const root = resolve(import.meta.dirname, '..')
const megabyte = 1024 * 1024
/** What npm reads for an installation, besides the package files of the workspaces. */
const installed = ['package.json', 'package-lock.json', 'deploy/node', 'scripts/trim-packages.mjs']

/** Measures the size of what `npm ci --omit=dev` installs, and counts npm's warnings, in a copy of the package files. */
export async function run(): Promise<Figure[]> {
  return await measureInstall(['--omit=dev'])
}

/** @param options of `npm ci` */
export async function measureInstall(options: readonly string[]): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-install-'))
  try {
    for (const name of installed) cpSync(join(root, name), join(folder, name), { recursive: true })
    for (const group of ['apps', 'packages'])
      for (const name of readdirSync(join(root, group))) {
        mkdirSync(join(folder, group, name), { recursive: true })
        cpSync(join(root, group, name, 'package.json'), join(folder, group, name, 'package.json'))
      }
    const { stderr } = await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', ...options], { cwd: folder })
    const warnings = stderr.split('\n').filter((line) => /^npm (?:warn|WARN)/.test(line))
    const modules = join(folder, 'node_modules')
    mkdirSync(modules, { recursive: true })
    const { stdout } = await promisify(execFile)('du', ['-sk', modules])
    const bytes = Number.parseInt(stdout, 10) * 1024
    return [
      {
        bench: 'install',
        name: `size of node_modules on Node ${process.versions.node}`,
        value: bytes / megabyte,
        unit: 'MB',
        limit: 350,
      },
      {
        bench: 'install',
        name: `warnings of npm on Node ${process.versions.node}`,
        value: warnings.length,
        unit: 'calls',
        limit: 0,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
