import { dialectFacts, quoteName } from '@parlance/contract'
import type { Catalogue, CatalogueTable, UntestedReason } from '@parlance/contract'
import type { tableSql } from '@parlance/sql'
import { limitedSelect } from '../scoping/limited-select.ts'
import { isOfOneQuery } from '../scoping/query-failures.ts'
import type { Candidate } from './infer-keys.ts'

/** Bounds of the queries that prove relationships. */
const proofLimits = { queries: 400, atOnce: 2, rows: 10_000 } as const

/** The share of values that must exist in the other table. Unclear names need more. */
const leastShare = { clear: 0.9, unclear: 0.97 }
const clearStrength = 0.8
/** Fewer different values prove nothing about an unclear name. */
const leastValues = 3
/** The confidence of a clear name that could not be tested. */
const untestedConfidence = 0.4

/** A relationship to propose, declared by the database or inferred. */
export interface Relationship {
  child: CatalogueTable
  columns: string[]
  parent: CatalogueTable
  parentColumns: string[]
  origin: 'declared' | 'values' | 'name'
  confidence: number
  /** The different values that were looked up, and how many of them exist in the parent. Null without a test. */
  sampled: number | null
  found: number | null
  /** Null if it was tested or needs no test. */
  untested: UntestedReason | null
}

/** Returns the numbers of the only row of a query. Throws like the door. */
export type CountWith = (sql: string) => Promise<number[]>

export interface ProofMeans {
  catalogue: Catalogue
  tableSql: typeof tableSql
  count: CountWith
  isOver: () => boolean
}

/** Proves candidates by their values, clear names first, and returns the ones to propose. */
export async function proveKeys(candidates: Candidate[], means: ProofMeans): Promise<Relationship[]> {
  const byColumns = Map.groupBy(candidates, ({ child, columns }) =>
    JSON.stringify([child.schema, child.name, ...columns]),
  )
  const groups = [...byColumns.values()].toSorted((left, right) => right[0]!.strength - left[0]!.strength)
  const proven: (Relationship | null)[] = groups.map(() => null)
  let next = 0
  let left = proofLimits.queries
  const takeQuery = () => (left -= 1) >= 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < groups.length; at = next++) {
      proven[at] = await proveGroup(groups[at] ?? [], means, takeQuery)
    }
  }
  await Promise.all(Array.from({ length: proofLimits.atOnce }, work))
  return proven.filter((each) => each !== null)
}

/** Chooses the clearest candidate for the same columns that its values support. */
async function proveGroup(
  candidates: Candidate[],
  means: ProofMeans,
  takeQuery: () => boolean,
): Promise<Relationship | null> {
  let unproven: Relationship | null = null
  for (const candidate of candidates) {
    const result = await test(candidate, means, takeQuery)
    if (typeof result === 'string') {
      if (candidate.strength >= clearStrength) unproven ??= untested(candidate, result)
      continue
    }
    const { sampled, found } = result
    const share = found / sampled
    const isClear = candidate.strength >= clearStrength
    const isEnough = isClear ? share >= leastShare.clear : share >= leastShare.unclear && sampled >= leastValues
    if (isEnough) return { ...ends(candidate), origin: 'values', confidence: share, sampled, found, untested: null }
  }
  return unproven
}

function ends({ child, columns, parent, parentColumns }: Candidate) {
  return { child, columns, parent, parentColumns }
}

function untested(candidate: Candidate, reason: UntestedReason): Relationship {
  const confidence = untestedConfidence * candidate.strength
  return { ...ends(candidate), origin: 'name', confidence, sampled: null, found: null, untested: reason }
}

interface Tested {
  sampled: number
  found: number
}

async function test(
  candidate: Candidate,
  means: ProofMeans,
  takeQuery: () => boolean,
): Promise<Tested | UntestedReason> {
  if (dialectFacts[means.catalogue.dialect].billsBytesRead) return 'cost'
  if (means.isOver() || !takeQuery()) return 'time'
  try {
    if (!candidate.isUnique) {
      const [rows = 0, values = 0] = await means.count(uniquenessSql(candidate, means))
      if (rows === 0) return 'empty'
      if (rows !== values) return { sampled: 1, found: 0 }
    }
    const [sampled = 0, found = 0] = await means.count(overlapSql(candidate, means))
    return sampled === 0 ? 'empty' : { sampled, found: Math.min(sampled, found) }
  } catch (error) {
    if (!isOfOneQuery(error)) throw error
    return error.code === 'query_timeout' ? 'time' : 'failed'
  }
}

/** Counts different values of some rows, and how many of them exist in the parent. */
function overlapSql({ child, columns, parent, parentColumns }: Candidate, means: ProofMeans): string {
  const { dialect } = means.catalogue
  const quote = (name: string) => quoteName(name, dialect)
  const values = columns.map((_, at) => `v${at}`)
  const selected = columns.map((name, at) => `${quote(name)} AS v${at}`).join(', ')
  const present = columns.map((name) => `${quote(name)} IS NOT NULL`).join(' AND ')
  const sample = limited(selected, `${pathOf(child, means)} WHERE ${present}`, means)
  const match = parentColumns.map((name, at) => `p.${quote(name)} = s.v${at}`).join(' AND ')
  return (
    `SELECT COUNT(*) AS sampled, COUNT(p.${quote(parentColumns[0] ?? '')}) AS found ` +
    `FROM (SELECT DISTINCT ${values.join(', ')} FROM (${sample}) r) s LEFT JOIN ${pathOf(parent, means)} p ON ${match}`
  )
}

/** Counts rows and different values of a key that the database does not declare. */
function uniquenessSql({ parent, parentColumns }: Candidate, means: ProofMeans): string {
  const column = quoteName(parentColumns[0] ?? '', means.catalogue.dialect)
  const sample = limited(`${column} AS v0`, pathOf(parent, means), means)
  return `SELECT COUNT(*) AS total, COUNT(DISTINCT v0) AS different FROM (${sample}) r`
}

function limited(selected: string, from: string, { catalogue }: ProofMeans): string {
  return limitedSelect(selected, from, proofLimits.rows, catalogue.dialect)
}

function pathOf({ schema, name }: CatalogueTable, { catalogue, tableSql: write }: ProofMeans): string {
  return write({ schema, table: name }, catalogue) ?? quoteName(name, catalogue.dialect)
}
