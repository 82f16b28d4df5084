import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Config } from '../config/config.ts'
import { StartError } from '../lib/errors.ts'
import { keysPath, loadKeys, promoteNextKeys, readKeysFile, writeNextKeys } from '../secrets/keys.ts'
import type { Keys } from '../secrets/keys.ts'
import { sinkPurpose } from '../features/audit-settings/service.ts'
import { mailPurpose } from '../features/email/outbox.ts'
import { clientSecretPurpose } from '../features/single-sign-on/service.ts'
import { rowsPurpose } from '../features/evaluation/service.ts'
import { fingerprintKey, readFingerprint } from '../context/open-context.ts'
import { openSealed, seal } from '../secrets/seal.ts'
import { openStore } from '../store/open-store.ts'
import type { Database } from '../store/schema.ts'
import { lockDataFolder } from '../store/server-lock.ts'
import type { Store } from '../store/store.ts'

/** Steps of a rotation, in order. A process may die after any of them. */
export const rotationSteps = ['begun', 'written', 'sealed', 'committed', 'promoted'] as const
export type RotationStep = (typeof rotationSteps)[number]

/**
 * Gives an installation a new key for its stored secrets. It writes the new keys next to the old ones, re-encrypts
 * every secret together with the store's fingerprint in one transaction, and only then replaces the old keys. If it is
 * interrupted at any point, the next start finds the keys that belong to the store.
 * @returns how many secrets were re-encrypted
 * @throws StartError on one line: a server is running, nothing is installed here, a secret can't be opened
 */
export async function rotateKeys(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  onStep: (step: RotationStep) => void = () => undefined,
): Promise<number> {
  const { dataDir, databaseUrl } = config
  if (readKeysFile(keysPath(dataDir)) === null) throw new StartError(`There are no keys in ${dataDir} to rotate.`)
  const lock = databaseUrl === null ? lockDataFolder(dataDir) : null
  try {
    const store = await openStore({ dataDir, databaseUrl: databaseUrl?.reveal() ?? null })
    try {
      return await rotate(store, dataDir, onStep)
    } finally {
      await store.close()
    }
  } finally {
    lock?.release()
  }
}

async function rotate(store: Store, dataDir: string, onStep: (step: RotationStep) => void): Promise<number> {
  if (!(await store.takeOver())) {
    throw new StartError('Parlance is running on this store. Stop every server, then rotate the keys.')
  }
  const expectedFingerprint = await readFingerprint(store)
  if (expectedFingerprint === null) throw new StartError('This store has no keys yet. Start Parlance once first.')
  const old = loadKeys(dataDir, { expectedFingerprint })
  const file = readKeysFile(keysPath(dataDir))
  if (file === null) throw new StartError(`The keys are missing from ${dataDir}. Restore keys.json from your backup.`)
  onStep('begun')
  const next = writeNextKeys(dataDir, { ...file, data_key: randomBytes(32).toString('base64url') })
  onStep('written')
  const count = await store.transaction(async (transaction) => {
    const sealed =
      (await sealConnections(transaction, old, next)) +
      (await sealSettings(transaction, old, next)) +
      (await sealMails(transaction, old, next)) +
      (await sealExpectedRows(transaction, old, next)) +
      (await sealAuditSinks(transaction, old, next)) +
      (await sealClientSecrets(transaction, old, next))
    await deleteStoredValues(transaction)
    // They only let providers end their own sessions without asking the user.
    await transaction.updateTable('sign_ins').set({ id_token: null }).execute()
    await transaction
      .updateTable('settings')
      .set({ value: JSON.stringify(next.fingerprint) })
      .where('key', '=', fingerprintKey)
      .execute()
    onStep('sealed')
    return sealed
  })
  onStep('committed')
  promoteNextKeys(dataDir)
  onStep('promoted')
  return count
}

async function sealConnections(transaction: Transaction<Database>, old: Keys, next: Keys): Promise<number> {
  const rows = await transaction
    .selectFrom('connections')
    .select(['id', 'name', 'secrets'])
    .where('secrets', 'is not', null)
    .execute()
  for (const { id, name, secrets } of rows) {
    await transaction
      .updateTable('connections')
      .set({
        secrets: reseal(secrets ?? '', `connection:${id}`, {
          old,
          next,
          problem: `Could not decrypt the stored secret of the connection ${name}. Enter it again, then rotate the keys.`,
        }),
      })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function sealSettings(transaction: Transaction<Database>, old: Keys, next: Keys): Promise<number> {
  const rows = await transaction.selectFrom('settings').select(['key', 'value']).where('is_secret', '=', 1).execute()
  for (const { key, value } of rows) {
    await transaction
      .updateTable('settings')
      .set({
        value: reseal(value, `setting:${key}`, {
          old,
          next,
          problem: `Could not decrypt the setting ${key}. Enter it again, then rotate the keys.`,
        }),
      })
      .where('key', '=', key)
      .execute()
  }
  return rows.length
}

async function sealMails(transaction: Transaction<Database>, old: Keys, next: Keys): Promise<number> {
  const rows = await transaction.selectFrom('outgoing_mails').select(['id', 'content']).execute()
  for (const { id, content } of rows) {
    await transaction
      .updateTable('outgoing_mails')
      .set({
        content: reseal(content, mailPurpose(id), {
          old,
          next,
          problem: `Could not decrypt the queued email ${id}. Delete it from the table outgoing_mails, then rotate the keys.`,
        }),
      })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

/** Stored values of databases are encrypted with the old key. The server reads them again. */
async function deleteStoredValues(transaction: Transaction<Database>): Promise<void> {
  for (const table of ['value_terms', 'value_chunks', 'value_columns'] as const) {
    await transaction.deleteFrom(table).execute()
  }
  await transaction.updateTable('value_indexes').set({ generation: null, built_at: null }).execute()
}

async function sealExpectedRows(transaction: Transaction<Database>, old: Keys, next: Keys): Promise<number> {
  const rows = await transaction
    .selectFrom('evaluation_questions')
    .select(['id', 'expected_rows'])
    .where('expected_rows', 'is not', null)
    .execute()
  for (const { id, expected_rows: sealed } of rows) {
    await transaction
      .updateTable('evaluation_questions')
      .set({
        expected_rows: reseal(sealed ?? '', rowsPurpose(id), {
          old,
          next,
          problem: `Could not decrypt the expected rows of the question ${id}. Delete the question, then rotate the keys.`,
        }),
      })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function sealAuditSinks(transaction: Transaction<Database>, old: Keys, next: Keys): Promise<number> {
  const rows = await transaction
    .selectFrom('audit_sinks')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .execute()
  for (const { id, secret } of rows) {
    await transaction
      .updateTable('audit_sinks')
      .set({
        secret: reseal(secret ?? '', sinkPurpose(id), {
          old,
          next,
          problem:
            'Could not decrypt the secret of a system that receives the audit log. Enter it again, then rotate the keys.',
        }),
      })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function sealClientSecrets(transaction: Transaction<Database>, old: Keys, next: Keys): Promise<number> {
  const rows = await transaction
    .selectFrom('sign_on_providers')
    .select(['id', 'name', 'client_secret'])
    .where('client_secret', 'is not', null)
    .execute()
  for (const { id, name, client_secret: sealed } of rows) {
    await transaction
      .updateTable('sign_on_providers')
      .set({
        client_secret: reseal(sealed ?? '', clientSecretPurpose(id), {
          old,
          next,
          problem: `Could not decrypt the client secret of the sign-in provider ${name}. Enter it again, then rotate the keys.`,
        }),
      })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

function reseal(
  sealed: string,
  purpose: string,
  { old, next, problem }: { old: Keys; next: Keys; problem: string },
): string {
  try {
    return seal(next.dataKey, openSealed(old.dataKey, sealed, purpose), purpose)
  } catch (error) {
    throw new StartError(problem, { cause: error })
  }
}
