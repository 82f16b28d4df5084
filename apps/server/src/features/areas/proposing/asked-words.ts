import type { AskedWord, DefinitionProposal, Definitions } from '@parlance/contract'
import { portableKey } from '@parlance/contract'
import { singular, tokenise } from '@parlance/retrieval'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { listAskedWords, noteAskedWords } from '../store/asked-words.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { listRejected } from '../store/rejected-proposals.ts'

/** The words that users of an area ask for, but that it doesn't define. */
export interface AskedWords {
  /** Notes the unclear words of an answered question. */
  note(turnId: string, phrases: readonly string[]): Promise<void>
  /**
   * Lists what several users asked for often in the last 30 days. It says neither who asked nor what else.
   * @throws AppError area_not_found, forbidden
   */
  list(principal: Principal, areaId: string): Promise<AskedWord[]>
}

export interface AskedWordsDependencies {
  areas: { getEditable(principal: Principal, id: string): Promise<AreaRecord> }
}

/** More would not be read. */
const mostShown = 10

export function createAskedWords(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { areas }: AskedWordsDependencies,
): AskedWords {
  return {
    note: (turnId, phrases) =>
      store.transaction((transaction) => noteAskedWords(transaction, { turnId, phrases, now: now() })),
    list: async (principal, areaId) => {
      const area = await areas.getEditable(principal, areaId)
      const rejected = await listRejected(store.db, areaId)
      const known = definedNames(area.definitions)
      const all = await listAskedWords(store.db, areaId, now())
      return all
        .map((one) => ({ ...one, key: JSON.stringify(['asked', one.phrase]) }))
        .filter(({ key, phrase }) => !rejected.has(key) && !known.has(wordsOf(phrase)))
        .slice(0, mostShown)
    },
  }
}

function definedNames({ metrics, dimensions, filters, value_synonyms: values }: Definitions): ReadonlySet<string> {
  const named = [...metrics, ...dimensions, ...filters].flatMap(({ name, synonyms }) => [name, ...synonyms])
  // 'Cancelled orders' defines 'cancelled', too.
  const states = filters.flatMap(({ name, table, synonyms }) => {
    const rows = wordsOf(table).split(' ')
    return [name, ...synonyms].map((one) =>
      wordsOf(one)
        .split(' ')
        .filter((word) => !rows.includes(word))
        .join(' '),
    )
  })
  return new Set([...[...named, ...values.flatMap(({ synonyms }) => synonyms)].map(wordsOf), ...states])
}

function wordsOf(text: string): string {
  return tokenise(text).map(singular).join(' ')
}

/** The proposal that says what a phrase means, and what it is computed from; with the phrase as a synonym. */
export function proposalsFor(phrase: string, all: readonly DefinitionProposal[]): DefinitionProposal[] {
  const wanted = wordsOf(phrase).split(' ')
  const named = all.flatMap((one) => {
    const { item } = one
    if (item.kind !== 'filter' && item.kind !== 'metric' && item.kind !== 'dimension') return []
    const words = wordsOf(item.value.name).split(' ')
    return wanted.every((word) => words.includes(word)) ? [{ one, item, extra: words.length - wanted.length }] : []
  })
  const [best] = named.toSorted((left, right) => left.extra - right.extra)
  if (best === undefined) return []
  const isSame = best.extra === 0
  const said = isSame ? best.one : { ...best.one, item: withSynonym(best.item, phrase) }
  const needed = best.item.kind === 'metric' ? partsOf(best.item, all) : []
  return [said, ...needed.filter(({ item }) => portableKey(item) !== portableKey(best.item))]
}

type Named = Extract<DefinitionProposal['item'], { kind: 'metric' | 'dimension' | 'filter' }>

function withSynonym(item: Named, phrase: string): Named {
  const synonyms = [...item.value.synonyms, phrase]
  if (item.kind === 'metric') return { kind: 'metric', value: { ...item.value, synonyms } }
  if (item.kind === 'dimension') return { kind: 'dimension', value: { ...item.value, synonyms } }
  return { kind: 'filter', value: { ...item.value, synonyms } }
}

function partsOf(
  { value }: Extract<Named, { kind: 'metric' }>,
  all: readonly DefinitionProposal[],
): DefinitionProposal[] {
  const { computation } = value
  return computation.kind === 'aggregate'
    ? []
    : all.filter(({ item }) => item.kind === 'metric' && computation.formula.includes(`{${item.value.name}}`))
}
