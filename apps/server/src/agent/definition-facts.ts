import type { Definitions, Metric } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { stem, tokenise } from '@parlance/retrieval'
import { withoutTexts } from './without-texts.ts'

/** Characters of definitions that stay the same in a conversation, and of others for one question. */
const definitionLimit = 3_000
const addedLimit = 1_000
/** Characters of one description. */
const descriptionLimit = 160

interface Fact {
  words: string
  text: string
}

/** An area's definitions for a prompt, one line each. */
export interface DefinitionFacts {
  /** The same for a whole conversation, so that providers cache them. */
  lasting: string[]
  /** Others that this question names. */
  added: string[]
  /** All definitions of the area that the user may use. */
  total: number
}

/**
 * The area's definitions for a model. If they don't all fit, those come first that the conversation's first question
 * names.
 * @param words the question, with the ones before it that it needs
 * @param shareData whether texts of conditions, which may be values of the data, may be sent
 */
export function definitionFacts(
  model: SemanticModel | null,
  { first, words, shareData, share }: { first: string; words: string; shareData: boolean; share: number },
): DefinitionFacts {
  if (model === null) return { lasting: [], added: [], total: 0 }
  const facts = factsOf(model, shareData)
  const limit = definitionLimit * share
  const length = facts.reduce((sum, { text }) => sum + text.length + 1, 0)
  if (length <= limit) return { lasting: facts.map(({ text }) => text), added: [], total: facts.length }
  const lasting = within(byWords(facts, first), limit)
  const others = facts.filter((fact) => !lasting.includes(fact) && matches(fact, stemsOf(words)) > 0)
  const added = within(byWords(others, words), addedLimit * share)
  return { lasting: lasting.map(({ text }) => text), added: added.map(({ text }) => text), total: facts.length }
}

/** The facts, in their order, that fit. */
function within(facts: readonly Fact[], limit: number): Fact[] {
  let left = limit
  return facts.filter(({ text }) => {
    if (text.length + 1 > left) return false
    left -= text.length + 1
    return true
  })
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(tokenise(text).map(stem))
}

function matches({ words }: Fact, asked: ReadonlySet<string>): number {
  return tokenise(words).filter((word) => asked.has(stem(word))).length
}

function byWords(facts: readonly Fact[], question: string): Fact[] {
  const asked = stemsOf(question)
  return facts.toSorted((one, other) => matches(other, asked) - matches(one, asked))
}

function factsOf({ definitions, dialect, unfiltered = [] }: SemanticModel, shareData: boolean): Fact[] {
  const sql = (text: string) => (shareData ? text : withoutTexts(text, dialect))
  const { metrics, dimensions, filters, time_columns: dates, value_synonyms: values } = definitions
  const fact = (kind: string, { name, synonyms, description, deprecated }: Described, says: string): Fact => ({
    words: [name, ...synonyms].join(' '),
    text: [
      `${kind} ${name}${synonyms.length > 0 ? ` (${synonyms.join(', ')})` : ''}: ${says}`,
      ...(description === null ? [] : [description.slice(0, descriptionLimit)]),
      ...(deprecated === null ? [] : [`Deprecated, use ${deprecated.use_instead ?? 'another one'}.`]),
    ].join(' — '),
  })
  return [
    ...unfiltered.map((table) => ({
      words: table,
      text: `${table}: a default filter of it uses a column that this user may not see, so it is not applied. Say so if an answer is about ${table}.`,
    })),
    ...metrics.map((one) => fact('metric', one, metricText(one, sql))),
    ...dimensions.map((one) => fact('dimension', one, `${sql(one.expression)} of ${one.table}`)),
    ...filters.map((one) =>
      fact(one.applies_by_default ? 'default filter' : 'filter', one, `${one.table} where ${sql(one.condition)}`),
    ),
    ...dates.map(({ table, column }) => ({ words: table, text: `date of ${table}: ${column}` })),
    ...(shareData ? values : []).map(({ table, column, value, synonyms }) => ({
      words: synonyms.join(' '),
      text: `value ${JSON.stringify(value)} of ${table}.${column}: ${synonyms.join(', ')}`,
    })),
  ]
}

type Described = Pick<Definitions['metrics'][number], 'name' | 'synonyms' | 'description' | 'deprecated'>

function metricText({ computation, unit, dimensions }: Metric, sql: (text: string) => string): string {
  const says =
    computation.kind === 'formula'
      ? computation.formula
      : `${sql(computation.expression)} of ${computation.table}${computation.condition === null ? '' : ` where ${sql(computation.condition)}`}`
  const by = dimensions === null ? '' : `, only by ${dimensions.join(', ') || 'time'}`
  return `${says}${unit === null ? '' : ` [${unit}]`}${by}`
}
