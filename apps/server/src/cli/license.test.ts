import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { loadKeys } from '../secrets/keys.ts'
import { parseLicenseArguments } from './license-arguments.ts'
import type { IssueArguments } from './license-arguments.ts'
import { inspectLicense, issueLicense, makeIssuer } from './run-license.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-license-'))
  loadKeys(folder, { expectedFingerprint: null })
})
afterAll(() => rmSync(folder, { recursive: true }))

const configOf = (environment: Record<string, string> = {}) => loadConfig({ PARLANCE_DATA_DIR: folder, ...environment })

function issue(text: string, environment?: Record<string, string>) {
  return issueLicense(
    configOf(environment),
    parseLicenseArguments(['issue', ...text.split(' ')]) as IssueArguments,
    now,
  )
}

function parseKeygen(text: string): string | null {
  const wanted = parseLicenseArguments(text.split(' '))
  if (wanted.command !== 'keygen') throw new Error(text)
  return wanted.out
}

describe('license issue and inspect', () => {
  test('accepts and describes a license signed with the installation’s own key', async () => {
    const token = await issue('--edition standard --days 365 --customer Example --domain localhost --users 7')
    const text = await inspectLicense(configOf(), token, now)
    expect(text.split('\n').slice(1)).toEqual([
      'Edition    standard',
      'Customer   Example',
      'Domain     localhost',
      'Issued     2026-11-21T12:00:00.000Z',
      'Expires    2027-11-21T12:00:00.000Z',
      'Users      7',
      'Databases  10',
      'Accepted   yes',
    ])
    expect(await inspectLicense(configOf({ PARLANCE_PUBLIC_URL: 'https://ask.example.com' }), token, now)).toContain(
      'Accepted   no. This license is for localhost, but this installation is ask.example.com.',
    )
  })

  test('a separate issuer’s licenses are valid only if the issuer is pinned', async () => {
    const file = join(folder, 'issuer.pem')
    const said = makeIssuer(configOf(), file)
    const pinned = /PARLANCE_LICENSE_ISSUER=(\S+)/.exec(said)?.[1] ?? ''
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = await issue(`--edition enterprise --days 30 --key ${file}`)
    expect(await inspectLicense(configOf({ PARLANCE_LICENSE_ISSUER: pinned }), token, now)).toContain('Accepted   yes')
    expect(await inspectLicense(configOf(), token, now)).toContain(
      'Accepted   no. The signature of this license is wrong',
    )
    expect(() => makeIssuer(configOf(), file)).toThrow(/The file must not exist yet/)
  })

  test('keygen writes into the data folder by default, even before the first start', () => {
    const dataDir = join(folder, 'new', 'data')
    const said = makeIssuer({ dataDir }, parseKeygen('keygen'))
    const file = join(dataDir, 'license-issuer.pem')
    expect(said).toContain(`Wrote the private key to ${file}.`)
    expect([statSync(file).mode & 0o777, statSync(dataDir).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test('keygen writes no key where it could be committed or packed', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'parlance-tree-'))
    const tree = join(elsewhere, 'tree')
    mkdirSync(join(tree, '.git'), { recursive: true })
    // A linked worktree and a submodule have a file of that name.
    const linked = join(elsewhere, 'linked')
    mkdirSync(linked)
    writeFileSync(join(linked, '.git'), 'gitdir: elsewhere')
    const product = join(import.meta.dirname, '../../../..')
    for (const [place, file] of [
      [tree, join(tree, 'below', 'issuer.pem')],
      [linked, join(linked, 'issuer.pem')],
      [product, join(product, 'issuer.pem')],
      [product, join(import.meta.dirname, 'issuer.pem')],
    ] as const) {
      expect(() => makeIssuer(configOf(), parseKeygen(`keygen --out ${file}`))).toThrow(
        `The private key would be in ${place}, where it could be published by mistake. ` +
          'Choose a place outside that folder.',
      )
      expect(existsSync(file)).toBe(false)
    }
    const data = join(tree, 'data')
    expect(makeIssuer({ dataDir: data }, null)).toContain(join(data, 'license-issuer.pem'))
    rmSync(elsewhere, { recursive: true })
  })

  test.each(['license-issuer.pem', 'license.key', 'acme.license', 'keys.json', '.env'])(
    'git and image builds leave out %s',
    (name) => {
      const product = join(import.meta.dirname, '../../../..')
      const lines = (file: string) => readFileSync(join(product, file), 'utf8').split('\n')
      const pattern = name.endsWith('.license') ? '*.license' : name
      expect(lines('.gitignore')).toContain(pattern)
      expect(lines('.dockerignore')).toContain(`**/${pattern}`)
    },
  )

  test('--out writes a file that inspect reads, and never overwrites another', async () => {
    const out = join(folder, 'a.license')
    expect(await issue(`--edition demo --days 1 --out ${out}`)).toContain('demo edition, valid until 2026-11-22.')
    const wanted = parseLicenseArguments(['inspect', out])
    expect(wanted).toEqual({ command: 'inspect', token: readFileSync(out, 'utf8').trim() })
    await expect(issue(`--edition demo --days 1 --out ${out}`)).rejects.toThrow(/must not exist yet/)
  })

  test('reports a folder without an installation and leaves it unchanged', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'))
    await expect(issue('--edition demo --days 1', { PARLANCE_DATA_DIR: empty })).rejects.toThrow(/no installation in/)
    expect(existsSync(join(empty, 'keys.json'))).toBe(false)
  })

  test.each([
    ['issue --edition gold --days 1', '--edition must be one of demo, personal, standard, enterprise.'],
    ['issue --edition demo', '--days must be a whole number from 1 to 36500.'],
    ['issue --edition demo --days 1.5', '--days must be a whole number from 1 to 36500.'],
    ['issue --edition demo --days 1 --users many', '--users must be a whole number from -1 to 1000000.'],
    ['issue --edition demo --days 1 --domain https://x', '--domain must be a host name'],
    ['issue --edition demo --days 1 --colour red', "Unknown option '--colour'"],
    ['inspect', 'Enter a license key or a file'],
    ['inspect /nowhere/at/all', 'Could not read the file /nowhere/at/all.'],
    ['print', 'Unknown command print.'],
  ])('refuses %s: %s', (text, problem) => {
    expect(() => parseLicenseArguments(text.split(' '))).toThrow(problem)
  })

  test('reports an invalid license, and a key that is not an issuer’s', async () => {
    await expect(inspectLicense(configOf(), 'a.b.c', now)).rejects.toThrow('This is not a license key.')
    const file = join(folder, 'wrong.pem')
    writeFileSync(file, 'nothing')
    await expect(issue(`--edition demo --days 1 --key ${file}`)).rejects.toThrow(/is not a private key from keygen/)
  })

  test('no command and --help both show the help', () => {
    expect([parseLicenseArguments([]), parseLicenseArguments(['issue', '--help'])]).toEqual([
      { command: 'help' },
      { command: 'help' },
    ])
  })
})
