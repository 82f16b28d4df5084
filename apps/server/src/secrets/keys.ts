import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../lib/errors.ts'
import { Secret } from './secret.ts'
import { describeFileError, fileErrorCode } from '../lib/file-errors.ts'

/** The installation's own secrets. Anyone who has them can sign in as anyone and read every stored password. */
export interface Keys {
  installationId: string
  /** 32 bytes, signs access tokens (HS256). */
  tokenSecret: Secret<Uint8Array>
  /** 32 bytes, encrypts stored secrets (AES-256-GCM). */
  dataKey: Secret<Uint8Array>
  /** Ed25519 of the license issuer: PKCS#8 and SPKI, PEM. */
  licensePrivateKey: Secret<string>
  licensePublicKey: string
  /** Salt of the hash mask. */
  hashSalt: Secret<string>
  /** Ties a store to these keys. The store contains it; it reveals nothing about the keys. */
  fingerprint: string
}

const base64Bytes = z.base64url().refine((text) => Buffer.from(text, 'base64url').length === 32, 'must be 32 bytes')

const keysFileSchema = z.strictObject({
  version: z.literal(1),
  installation_id: z.uuid(),
  token_secret: base64Bytes,
  data_key: base64Bytes,
  license_private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  license_public_key: z.string().startsWith('-----BEGIN PUBLIC KEY-----'),
  hash_salt: base64Bytes,
})
export type KeysFile = z.infer<typeof keysFileSchema>

export interface LoadKeysOptions {
  /** The fingerprint in the store. It is null for a new store, the only case in which keys are created. */
  expectedFingerprint: string | null
}

/** The path of the keys in a data folder. */
export function keysPath(dataDir: string): string {
  return join(dataDir, 'keys.json')
}

/** Where the keys of a rotation wait until the store is encrypted with them. */
export function nextKeysPath(dataDir: string): string {
  return join(dataDir, 'keys.next.json')
}

/**
 * Reads the keys of a data folder, or creates them if neither keys nor a store exist.
 * @throws StartError if they are missing while a store exists, unreadable, damaged, or another installation's
 */
export function loadKeys(dataDir: string, options: LoadKeysOptions): Keys {
  const path = keysPath(dataDir)
  const existing = readKeysFile(path)
  if (existing === null && options.expectedFingerprint !== null) {
    throw new StartError(
      `The keys of this installation are missing (${path}). Restore keys.json from your backup. ` +
        'Stored passwords cannot be decrypted without it.',
    )
  }
  const keys = toKeys(existing ?? makeKeysFile(path))
  if (options.expectedFingerprint === null || keys.fingerprint === options.expectedFingerprint) return keys
  const rotated = finishRotation(dataDir, options.expectedFingerprint)
  if (rotated !== null) return rotated
  throw new StartError(
    `The keys in ${path} belong to another installation. Restore the keys.json that belongs to this store.`,
  )
}

/** Completes a rotation that ended after re-encrypting the store but before putting its keys in place. */
function finishRotation(dataDir: string, expectedFingerprint: string): Keys | null {
  const next = readKeysFile(nextKeysPath(dataDir))
  const keys = next === null ? null : toKeys(next)
  if (keys?.fingerprint !== expectedFingerprint) return null
  promoteNextKeys(dataDir)
  return keys
}

/** Replaces the current keys with the next ones atomically. */
export function promoteNextKeys(dataDir: string): void {
  try {
    renameSync(nextKeysPath(dataDir), keysPath(dataDir))
  } catch (error) {
    // Another process has done it.
    if (fileErrorCode(error) !== 'ENOENT') throw new StartError(describeFileError(error, dataDir), { cause: error })
  }
  syncFolder(dataDir)
}

/** Writes the keys of a rotation next to the current ones, replacing leftovers of an earlier one. */
export function writeNextKeys(dataDir: string, keys: KeysFile): Keys {
  const path = nextKeysPath(dataDir)
  try {
    rmSync(path, { force: true })
    writeDurably(path, JSON.stringify(keys, null, 2))
    syncFolder(dataDir)
  } catch (error) {
    throw new StartError(describeFileError(error, path), { cause: error })
  }
  return toKeys(keys)
}

/** @returns null if there is none. @throws StartError if it can't be read or is damaged */
export function readKeysFile(path: string): KeysFile | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return null
    throw new StartError(describeFileError(error, path), { cause: error })
  }
  const parsed = keysFileSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new StartError(`The keys in ${path} are damaged. Restore keys.json from your backup.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Written to another file and linked into place: a crash leaves no partial file, and one of two first starts wins. */
function makeKeysFile(path: string): KeysFile {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeDurably(temporary, JSON.stringify(generateKeys(), null, 2))
    linkSync(temporary, path)
    syncFolder(dirname(path))
  } catch (error) {
    if (fileErrorCode(error) !== 'EEXIST') throw new StartError(describeFileError(error, path), { cause: error })
  } finally {
    rmSync(temporary, { force: true })
  }
  const written = readKeysFile(path)
  if (written === null) throw new StartError(`Could not write the keys to ${path}. Start again.`)
  return written
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The name must survive a power failure too. Windows can't open folders and doesn't need this call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function generateKeys(): KeysFile {
  const issuer = generateKeyPairSync('ed25519')
  return {
    version: 1,
    installation_id: randomUUID(),
    token_secret: randomBytes(32).toString('base64url'),
    data_key: randomBytes(32).toString('base64url'),
    license_private_key: issuer.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    license_public_key: issuer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    hash_salt: randomBytes(32).toString('base64url'),
  }
}

function toKeys(file: KeysFile): Keys {
  const proof = createHash('sha256').update(`parlance:${file.data_key}:${file.hash_salt}`).digest('hex')
  return {
    installationId: file.installation_id,
    tokenSecret: new Secret(Buffer.from(file.token_secret, 'base64url')),
    dataKey: new Secret(Buffer.from(file.data_key, 'base64url')),
    licensePrivateKey: new Secret(file.license_private_key),
    licensePublicKey: file.license_public_key,
    hashSalt: new Secret(file.hash_salt),
    fingerprint: `${file.installation_id}:${proof.slice(0, 16)}`,
  }
}
