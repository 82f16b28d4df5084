import { message } from '@parlance/contract'
import { allOf } from '../answer/lists.ts'
import { Decline } from '../decline.ts'
import type { ValueIndex } from '../match/values.ts'
import type { Draft, TableMention } from '../parse/draft.ts'
import type { Schema, TableModel } from '../schema/model.ts'
import { isPeople } from '../schema/people.ts'
import { showsState, type StateCondition } from './states.ts'

/**
 * The rows of a question that names only their state: 'who has left' asks for the people that a column shows it of,
 * 'cancellation rate' for the rows that may be cancelled. Declines if there are none, or several kinds.
 */
export function subjectByState(schema: Schema, values: ValueIndex, draft: Draft, today: string): Decline | null {
  const state = unnamed(draft)
  if (state === null) return null
  const showing = schema.tables.filter((one) => !one.isView && showsState({ values, today }, one, state))
  const asked = draft.asksWho ? showing.filter(isPeople) : showing
  const named = asked.filter((table) => isMentioned(draft, table))
  const [only, other] = named.length > 0 ? named : asked
  if (only === undefined) return noneShows(state)
  if (other !== undefined) return severalShow(state, asked)
  const mention: TableMention = { kind: 'table', text: only.spoken, candidates: [{ table: only, quality: 1 }], at: 0 }
  draft.subject = mention
  draft.conditions = draft.conditions.flatMap((one) => {
    if (one !== state) return [one]
    return isImplied(draft, state) ? [] : [{ ...state, of: mention }]
  })
  return null
}

/** The state of rows that a question doesn't name; null if it names them, or isn't about a state. */
function unnamed({ asksWho, subject, items, conditions, partAt }: Draft): StateCondition | null {
  const state = conditions.find((one) => one.kind === 'state' && one.of === null)
  if (state?.kind !== 'state') return null
  const isRate = state.at === partAt
  const isWho = asksWho && subject === null && items.length === 0
  return isRate || isWho ? state : null
}

/** 'who left in 2025': the date says that they left. */
function isImplied({ conditions }: Draft, { word, negated }: StateCondition): boolean {
  return !negated && conditions.some((one) => one.kind === 'date' && one.verb === word.toLowerCase())
}

function isMentioned(draft: Draft, table: TableModel): boolean {
  return draft.tables.some((one) => one.candidates.some((candidate) => candidate.table === table))
}

function noneShows({ word }: StateCondition): Decline {
  return new Decline(message('No column of this database records “{word}”.', { word }), [word])
}

function severalShow({ word }: StateCondition, tables: readonly TableModel[]): Decline {
  return new Decline(
    message('“{word}” could be about {tables}. Name the rows that you mean.', {
      word,
      tables: allOf(tables.map((one) => one.spoken)),
    }),
    [word],
  )
}
