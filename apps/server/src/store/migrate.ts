import { productVersion } from '@parlance/contract'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { StartError } from '../lib/errors.ts'
import { initial } from './migrations/001-initial.ts'
import { databases } from './migrations/002-databases.ts'
import { accounts } from './migrations/003-accounts.ts'
import { administration } from './migrations/004-administration.ts'
import { businessAreas } from './migrations/005-business-areas.ts'
import { examplesAndFiles } from './migrations/006-examples-and-files.ts'
import { outgoingMails } from './migrations/007-outgoing-mails.ts'
import { attempts } from './migrations/008-attempts.ts'
import { protectedTables } from './migrations/009-protected-tables.ts'
import { testMessages } from './migrations/010-test-messages.ts'
import { evaluation } from './migrations/011-evaluation.ts'
import { writtenExamples } from './migrations/012-written-examples.ts'
import { reportedAnswers } from './migrations/013-reported-answers.ts'
import { partialRuns } from './migrations/014-partial-runs.ts'
import { columnValues } from './migrations/015-column-values.ts'
import { modelUsage } from './migrations/016-model-usage.ts'
import { turnPrompts } from './migrations/017-turn-prompts.ts'
import { definitions } from './migrations/018-definitions.ts'
import { areaDrafts } from './migrations/019-area-drafts.ts'
import { definitionProposals } from './migrations/020-definition-proposals.ts'
import { exampleProofs } from './migrations/021-example-proofs.ts'
import { askedWords } from './migrations/022-asked-words.ts'
import { sampleQuestions } from './migrations/023-sample-questions.ts'
import { draftExamples } from './migrations/024-draft-examples.ts'
import { turnDays } from './migrations/025-turn-days.ts'
import { groups } from './migrations/026-groups.ts'
import { invitations } from './migrations/027-invitations.ts'
import { connectionChecks } from './migrations/028-connection-checks.ts'
import { auditSentences } from './migrations/029-audit-sentences.ts'
import { apiTokens } from './migrations/030-api-tokens.ts'
import { singleSignOn } from './migrations/031-single-sign-on.ts'
import { connectionUploads } from './migrations/033-connection-uploads.ts'
import { userReferences } from './migrations/034-user-references.ts'
import { serviceAccounts } from './migrations/035-service-accounts.ts'
import { moreUserReferences } from './migrations/036-more-user-references.ts'
import type { Database } from './schema.ts'

interface Migration {
  /** Never change or reorder these once released. */
  name: string
  run(db: Kysely<unknown>): Promise<void>
}

const migrations: Migration[] = [
  { name: '001-initial', run: initial },
  { name: '002-databases', run: databases },
  { name: '003-accounts', run: accounts },
  { name: '004-administration', run: administration },
  { name: '005-business-areas', run: businessAreas },
  { name: '006-examples-and-files', run: examplesAndFiles },
  { name: '007-outgoing-mails', run: outgoingMails },
  { name: '008-attempts', run: attempts },
  { name: '009-protected-tables', run: protectedTables },
  { name: '010-test-messages', run: testMessages },
  { name: '011-evaluation', run: evaluation },
  { name: '012-written-examples', run: writtenExamples },
  { name: '013-reported-answers', run: reportedAnswers },
  { name: '014-partial-runs', run: partialRuns },
  { name: '015-column-values', run: columnValues },
  { name: '016-model-usage', run: modelUsage },
  { name: '017-turn-prompts', run: turnPrompts },
  { name: '018-definitions', run: definitions },
  { name: '019-area-drafts', run: areaDrafts },
  { name: '020-definition-proposals', run: definitionProposals },
  { name: '021-example-proofs', run: exampleProofs },
  { name: '022-asked-words', run: askedWords },
  { name: '023-sample-questions', run: sampleQuestions },
  { name: '024-draft-examples', run: draftExamples },
  { name: '025-turn-days', run: turnDays },
  { name: '026-groups', run: groups },
  { name: '027-invitations', run: invitations },
  { name: '028-connection-checks', run: connectionChecks },
  { name: '029-audit-sentences', run: auditSentences },
  { name: '030-api-tokens', run: apiTokens },
  { name: '031-single-sign-on', run: singleSignOn },
  { name: '033-connection-uploads', run: connectionUploads },
  { name: '034-user-references', run: userReferences },
  { name: '035-service-accounts', run: serviceAccounts },
  { name: '036-more-user-references', run: moreUserReferences },
]

/** Any number that nothing else in the database uses. */
const migrationLock = 7_310_042_118

/**
 * Upgrades the store to this version in one transaction under a lock, so that only one of several starts migrates while
 * the others wait.
 * @param wanted names of the migrations to apply: all, unless rows of an older version will be inserted
 * @param beforeUpgrade runs under the lock before a store in use changes; if it throws, nothing changes
 * @throws StartError if a newer version wrote the store
 */
export async function migrate(
  db: Kysely<Database>,
  dialect: 'sqlite' | 'postgresql',
  wanted: string[] = migrations.map(({ name }) => name),
  beforeUpgrade: (firstMigration: string) => Promise<void> = async () => undefined,
): Promise<void> {
  refuseNewer(wanted)
  await db.transaction().execute(async (transaction) => {
    if (dialect === 'postgresql') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    const applied = await readApplied(transaction)
    refuseNewer(applied)
    const pending = migrations.filter(({ name }) => wanted.includes(name) && !applied.includes(name))
    const [first] = pending
    if (first !== undefined && applied.length > 0) await beforeUpgrade(first.name)
    for (const migration of pending) {
      await migration.run(transaction as unknown as Kysely<unknown>)
      await sql`insert into schema_migrations (name, applied_at) values (${migration.name}, ${new Date().toISOString()})`.execute(
        transaction,
      )
    }
  })
}

async function readApplied(transaction: Transaction<Database>): Promise<string[]> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`.execute(
    transaction,
  )
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(transaction)
  return rows.map(({ name }) => name)
}

/**
 * Refuses a store, or a backup of one, that a newer version has changed.
 * @throws StartError
 */
export function refuseNewer(applied: string[]): void {
  const known = migrations.map(({ name }) => name)
  const newer = applied.find((name) => !known.includes(name))
  if (newer === undefined) return
  throw new StartError(
    `A newer version of Parlance wrote this data (${newer}). Version ${productVersion} cannot read it. ` +
      'Start the newer version, or restore a backup from before the upgrade.',
  )
}
