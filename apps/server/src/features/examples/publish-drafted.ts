import { message, wireMessage, type DraftExamples, type Message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import { collides, type DraftAccess } from './draft-access.ts'
import { examplesRevision, holdRevision, listDrafted, type DraftedExample } from './draft-store.ts'
import { refusalOf } from './refusals.ts'
import { deleteExample, findExample, insertExample, updateUnchanged } from './store.ts'
import { refuseRepeated, writtenBy } from './written.ts'

/** What the draft does with examples of databases that the caller may use. @throws AppError area_not_found, forbidden */
export async function listExamples(
  { areas, db, door, mayDecide, publishedText }: DraftAccess,
  principal: Principal,
  area_id: string,
  signal: AbortSignal,
): Promise<DraftExamples> {
  await areas.getEditable(principal, area_id)
  const revision = (await examplesRevision(db, area_id)) ?? null
  const all = await listDrafted(db, area_id)
  const examples: DraftExamples['examples'] = []
  for (const { id, connection_id, before, draft } of all) {
    if (!(await mayDecide(principal, { area_id, connection_id }))) continue
    const published = await publishedText(area_id, id)
    const place = { area_id, database_config_id: connection_id }
    const reason = draft === null ? null : await refusalOf(door, { ...place, ...draft }, { principal, signal })
    const texts = { before, published, draft, collides: collides({ before, draft }, published) }
    const problem = reason === null ? null : wireMessage(reason)
    examples.push({ id, database_config_id: connection_id, ...texts, problem })
  }
  return { revision, examples, hidden: all.length - examples.length }
}

/** Milliseconds to prove the examples of a draft before it is published. */
const publishTime = 30_000

interface Compared {
  revision: string | null
  uses: ReadonlyMap<string, 'draft' | 'published'>
}

/**
 * Checks the examples of a draft before it is published.
 * @returns what writes them in the transaction that publishes the draft
 * @throws AppError conflict if they changed since they were compared, if a collision is undecided, or if the gate
 *   refuses one; forbidden if the caller may not decide about one
 */
export async function prepareExamples(
  { db, now, door, publishedText, requireDecidable }: DraftAccess,
  principal: Principal,
  areaId: string,
  { revision, uses }: Compared,
): Promise<(transaction: Transaction<Database>) => Promise<void>> {
  if (((await examplesRevision(db, areaId)) ?? null) !== revision) throw changed()
  const signal = AbortSignal.timeout(publishTime)
  const examples: DraftedExample[] = []
  let undecided = 0
  for (const example of await listDrafted(db, areaId)) {
    const { id, connection_id: connectionId, draft } = example
    await requireDecidable(principal, areaId, connectionId)
    const published = await publishedText(areaId, id)
    const use = collides(example, published) ? uses.get(id) : 'draft'
    if (use === undefined) undecided++
    if (use !== 'draft') continue
    examples.push({ ...example, before: published })
    if (draft === null) continue
    const asked = { principal, areaId, connectionId, sql: draft.sql_query, purpose: 'example', signal } as const
    const reason = await door.findRefusal(asked)
    if (reason !== null) throw refused(draft.question, reason)
  }
  if (undecided > 0) throw new AppError('conflict', { detail: undecidedText(undecided) })
  return (transaction) =>
    publishDrafted(transaction, { principal, areaId, revision, examples, moment: now().toISOString() })
}

interface Publishing {
  principal: Principal
  areaId: string
  /** The revision of the draft's examples that was compared. */
  revision: string | null
  moment: string
  /** What to write, each with the published example that was compared. */
  examples: readonly DraftedExample[]
}

/**
 * Makes the area's verified examples what the draft says. The publisher becomes their creator, as with other changes.
 * @throws AppError conflict if the draft or a published example changed, or a question already has an example
 */
async function publishDrafted(
  transaction: Transaction<Database>,
  { principal, areaId, revision, examples, moment }: Publishing,
): Promise<void> {
  if (!(await holdRevision(transaction, areaId, revision))) throw changed()
  const decision = { status: 'approved', decided_by: principal.userId, decided_at: moment } as const
  // A new example may have the question of one that the draft deletes.
  const ordered = examples.toSorted((left, right) => Number(left.draft !== null) - Number(right.draft !== null))
  for (const { id, connection_id, before, draft, written_at: verified_at } of ordered) {
    const row = await findExample(transaction, id)
    const isSeen =
      before === null ? row === null : row?.question === before.question && row.sql_query === before.sql_query
    if (!isSeen) throw changed()
    if (draft === null) {
      if (row !== null) await deleteExample(transaction, id)
      continue
    }
    const place = { area_id: areaId, database_config_id: connection_id }
    const fields = { ...writtenBy(principal, { ...place, ...draft }), created_at: moment, verified_at, ...decision }
    const writing =
      row === null
        ? insertExample(transaction, { id, area_id: areaId, connection_id, ...fields })
        : updateUnchanged(transaction, row, fields)
    await writing.catch((error: unknown) => {
      refuseRepeated(error)
      throw error
    })
  }
}

function changed(): AppError {
  return new AppError('conflict', {
    detail: message('Someone changed the verified examples of this draft. Reload the page to see them.'),
  })
}

function refused(question: string, reason: Message): AppError {
  return new AppError('conflict', {
    detail: message('The example "{question}" cannot be published: {reason}', { question, reason }),
  })
}

function undecidedText(n: number): Message {
  return message(
    '{n, plural, one {One verified example} other {# verified examples}} of the draft collided with what was published meanwhile. Decide for each which one to publish.',
    { n },
  )
}
