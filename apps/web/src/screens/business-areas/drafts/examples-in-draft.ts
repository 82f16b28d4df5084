import { message, type DraftExample, type Example } from '@parlance/contract'
import type { VersionChange } from '../versions/version-changes.ts'

type Text = Pick<Example, 'question' | 'sql_query'>

/** An example as the draft has it. One that the draft deletes has its published text. */
export interface ExampleInDraft extends Text {
  id: string
  /** What the draft does with it; null if nothing. */
  change: DraftExample | null
}

/** The approved examples of an area with what its draft does with them. Changed ones come first. */
export function examplesInDraft(published: readonly Example[], changes: readonly DraftExample[]): ExampleInDraft[] {
  const changed = new Set(changes.map(({ id }) => id))
  const ownChanges = changes.flatMap((change) => {
    const text = change.draft ?? change.published ?? change.before
    return text === null ? [] : [{ id: change.id, ...text, change }]
  })
  const others = published.filter(
    ({ id, status, may_decide }) => status === 'approved' && may_decide && !changed.has(id),
  )
  return [...ownChanges, ...others.map(({ id, question, sql_query }) => ({ id, question, sql_query, change: null }))]
}

/** Lists what changes from one text of an example to another; null: no example. */
export function exampleChanges(before: Text | null, after: Text | null): VersionChange[] {
  const what = message('Verified example "{question}"', { question: (after ?? before)?.question ?? '' })
  if (before === null || after === null) {
    return [{ what, field: null, before: before?.sql_query ?? '', after: after?.sql_query ?? '' }]
  }
  const fields = [
    { field: message('Question'), before: before.question, after: after.question },
    { field: message('SQL'), before: before.sql_query, after: after.sql_query },
  ]
  return fields.flatMap((one) => (one.before === one.after ? [] : [{ what, ...one }]))
}
