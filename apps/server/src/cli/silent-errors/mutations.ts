import type { Catalogue, CatalogueColumn, CatalogueTable } from '@parlance/contract'

/** A right query and one like it with a mistake. */
export interface Twin {
  right: string
  wrong: string
}

/** Makes a mistake in a right query; null if the query has no place for it. */
type Mutation = (sql: string, catalogue: Catalogue) => Twin | null

/** The mistakes, by what they do to a right query. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'drop a join condition': (sql) => replaced(sql, /\sON\s\S+\s?=\s?\S+/i, ''),
  'join more rows': joinMoreRows,
  'NOT IN with NULL': notInNull,
  'sum of identifiers': (sql, catalogue) => {
    const key = onlyTable(sql, catalogue)?.primaryKey[0]
    return key === undefined ? null : replaced(sql, /\b(?:sum|avg)\((?!distinct)[^()*]+\)/i, `sum(${key})`)
  },
  'sum of prices': (sql) => replaced(sql, /\bavg\((?=[^()]*(?:price|rate|percent|ratio|year)[^()]*\))/i, 'sum('),
  'whole quotient': (sql, catalogue) =>
    isWholeColumn(/\bavg\(([^()]+)\)/i.exec(sql)?.[1] ?? '', catalogue)
      ? replaced(sql, /\bavg\(([^()]+)\)/i, 'sum($1) / count($1)')
      : null,
  'average of averages': averageOfAverages,
  'no order': (sql) => replaced(sql, /\sORDER BY\s(?!.*ORDER BY).*(?=\sLIMIT\s)/i, ''),
  'misspelled value': (sql) => replaced(sql, /=\s?(['"])([^'"%]{3,})\1/, "= '$2x'"),
  'equals NULL': (sql) =>
    replaced(sql, /\sIS NULL/i, ' = NULL') ?? replaced(sql, /\sIS NOT NULL/i, ' <> NULL') ?? equalsNull(sql),
  'date in another form': (sql) => replaced(sql, /(['"])(\d{4})-(\d{2})-(\d{2})/, '$1$3/$4/$2'),
  'part of a date': (sql) => replaced(sql, /=\s?(['"])(\d{4})-\d{2}-\d{2}[^'"]*\1/, '= $1$2$1'),
  'no DISTINCT': (sql) => replaced(sql, /\bDISTINCT\s/i, ''),
  'distinct sum': (sql) => replaced(sql, /\b(sum|avg)\((?!distinct)/i, '$1(DISTINCT '),
  'group by name': groupByName,
  'count of a column with NULL': (sql, catalogue) => {
    const column = onlyTable(sql, catalogue)?.columns.find(({ nullable, kind }) => nullable && kind === 'text')
    return column ? replaced(sql, /\bcount\(\*\)/i, `count("${column.name}")`) : null
  },
  'outer join with COUNT(*)': (sql) =>
    /\bcount\(\*\)/i.test(sql) && /\sGROUP BY\s/i.test(sql) ? replaced(sql, /\sJOIN\s/i, ' LEFT JOIN ') : null,
  'limit that was not asked for': (sql) =>
    / LIMIT | count\(| sum\(| avg\(| max\(| min\(/i.test(sql) ? null : { right: sql, wrong: `${sql} LIMIT 3` },
}

function replaced(sql: string, pattern: RegExp, by: string): Twin | null {
  const wrong = sql.replace(pattern, by)
  return wrong === sql ? null : { right: sql, wrong }
}

function equalsNull(sql: string): Twin | null {
  const text = /\b([\w.]+)\s?=\s?(['"])[^'"]*\2/
  const right = sql.replace(text, '$1 IS NULL')
  return right === sql ? null : { right, wrong: sql.replace(text, '$1 = NULL') }
}

/** The table of a query without joins and subqueries. */
function onlyTable(sql: string, { tables }: Catalogue): CatalogueTable | null {
  const names = [...sql.matchAll(/\b(?:from|join)\s+([\w"]+)/gi)].map((match) => (match[1] ?? '').replaceAll('"', ''))
  const [name] = names
  if (names.length !== 1 || name === undefined || /\bfrom\s+\w+\s*,/i.test(sql)) return null
  return tables.find((table) => table.name.toLowerCase() === name.toLowerCase()) ?? null
}

/** A foreign key of another table to this one. */
function childOf(table: CatalogueTable, { tables }: Catalogue) {
  for (const child of tables) {
    if (child.name === table.name) continue
    for (const { columns, referencedTable, referencedColumns } of child.foreignKeys) {
      const [from] = columns
      const to = referencedColumns[0] ?? table.primaryKey[0]
      if (columns.length !== 1 || from === undefined || to === undefined) continue
      if (referencedTable.toLowerCase() === table.name.toLowerCase()) return { child: child.name, from, to }
    }
  }
  return null
}

function joinMoreRows(sql: string, catalogue: Catalogue): Twin | null {
  const table = onlyTable(sql, catalogue)
  const key = table && childOf(table, catalogue)
  if (!key || !/\b(?:sum|avg)\((?!distinct)/i.test(sql)) return null
  const { child, from, to } = key
  return replaced(sql, /\bfrom\s+([\w"]+)/i, `FROM $1 JOIN "${child}" ON "${child}"."${from}" = $1."${to}"`)
}

function notInNull(sql: string, catalogue: Catalogue): Twin | null {
  const table = onlyTable(sql, catalogue)
  const key = table && childOf(table, catalogue)
  if (!key || /\b(?:where|group|order|limit|union|intersect|except)\b/i.test(sql)) return null
  const { child, from, to } = key
  const all = `${sql} WHERE "${to}" NOT IN (SELECT "${from}" FROM "${child}"`
  return { right: `${all} WHERE "${from}" IS NOT NULL)`, wrong: `${all})` }
}

function isWholeColumn(written: string, { tables }: Catalogue): boolean {
  const name = (written.split('.').at(-1) ?? '').trim().toLowerCase()
  const found = tables.flatMap(({ columns }) => columns.filter((column) => column.name.toLowerCase() === name))
  return found.length > 0 && found.every(({ kind }) => kind === 'integer')
}

function averageOfAverages(sql: string, catalogue: Catalogue): Twin | null {
  const match = /^SELECT avg\(([^()]+)\) FROM (\w+(?: WHERE .*)?)$/i.exec(sql.trim())
  const group = onlyTable(sql, catalogue)?.columns.find(isText)?.name
  if (!match || group === undefined) return null
  const [, value = '', rest = ''] = match
  return {
    right: sql,
    wrong: `SELECT avg(mean) FROM (SELECT avg(${value}) AS mean FROM ${rest} GROUP BY "${group}") AS groups`,
  }
}

function isText({ kind }: CatalogueColumn): boolean {
  return kind === 'text'
}

/** Groups by the first result column instead of the key. */
function groupByName(sql: string): Twin | null {
  const name = /^SELECT\s+([\w.]*(?:name|title)\w*)\s*,/i.exec(sql.trim())?.[1]
  return name === undefined ? null : replaced(sql, /\sGROUP BY\s+[\w.]*id\w*/i, ` GROUP BY ${name}`)
}
