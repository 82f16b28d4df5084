/** Constructs of SQL by which results are reported; `plain list` is a query with none of the others. */
export const constructs = [
  'join',
  'group',
  'having',
  'order',
  'limit',
  'nested',
  'set',
  'like',
  'aggregate',
  'where',
  'plain list',
] as const
export type Construct = (typeof constructs)[number]

const patterns: [Construct, RegExp][] = [
  ['join', /\bJOIN\b/i],
  ['group', /\bGROUP\s+BY\b/i],
  ['having', /\bHAVING\b/i],
  ['order', /\bORDER\s+BY\b/i],
  ['limit', /\b(?:LIMIT|FETCH\s+FIRST)\b|\bSELECT\s+TOP\b/i],
  ['nested', /\(\s*SELECT\b/i],
  ['set', /\b(?:UNION|INTERSECT|EXCEPT|MINUS)\b/i],
  ['like', /\bI?LIKE\b/i],
  ['aggregate', /\b(?:COUNT|SUM|AVG|MIN|MAX)\s*\(/i],
  ['where', /\bWHERE\b/i],
]

/** The constructs that a query contains; at least one. Texts in quotes don't matter. */
export function constructsOf(sql: string): Construct[] {
  const code = sql.replaceAll(/'[^']*'|"[^"]*"/g, "''")
  const found = patterns.filter(([, pattern]) => pattern.test(code)).map(([name]) => name)
  return found.length === 0 ? ['plain list'] : found
}
