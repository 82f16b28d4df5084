import type { CatalogueTable } from '@parlance/contract'
import { communitiesOf } from './communities.ts'
import type { Edge } from './communities.ts'
import type { NameWords } from './name-words.ts'
import type { Relationship } from './prove-keys.ts'

/** Tables that belong together. */
export interface TableGroup {
  /** Most linked first. */
  tables: CatalogueTable[]
  /** Tables of other groups that these refer to. */
  shared: CatalogueTable[]
}

/** A larger group is hard to overlook, whatever the edition allows. */
const mostTables = 30
/** A table that only connects others has at most this many columns besides its keys. */
const mostOwnColumns = 2
/** Tables with a common first word belong together from this number. */
const leastOfPrefix = 3

/**
 * Groups tables by their relationships, groups with relationships first, and then the largest. A table that only connects others goes with one of them, and tables without
 * relationships go by schema or by the first word of their names.
 * @param most the most tables in a group
 */
export function groupTables(
  tables: CatalogueTable[],
  { relationships, words, most }: { relationships: Relationship[]; words: NameWords; most: number },
): TableGroup[] {
  const limit = Math.min(most, mostTables)
  const numbers = new Map(tables.map((table, at) => [table, at]))
  const links = relationships.flatMap(({ child, parent }) => {
    const [from, to] = [numbers.get(child), numbers.get(parent)]
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }]
  })
  const degrees = tables.map(() => 0)
  for (const { from, to } of links) for (const node of [from, to]) degrees[node]! += 1
  const junctions = junctionsAmong(tables, links)
  const groups = communitiesOf(tables.length, edgesOf(links, junctions), limit)
    .map((nodes) => nodes.filter((node) => !junctions.has(node)))
    .filter((nodes) => nodes.length > 0)
  const placed = placeJunctions(groups, junctions, limit)
  const linked = placed.filter((nodes) => nodes.length > 1)
  const single = placed.flatMap((nodes) => (nodes.length === 1 ? nodes : []))
  const all = [...linked, ...groupSingles(single, { tables, words, limit, linked })]
  const isLinked = (nodes: number[]) => nodes.some((node) => degrees[node]! > 0)
  return all
    .toSorted((left, right) => Number(isLinked(right)) - Number(isLinked(left)) || right.length - left.length)
    .map((nodes) => {
      const own = nodes.toSorted((left, right) => degrees[right]! - degrees[left]! || left - right)
      return { tables: own.map((node) => tables[node]!), shared: sharedOf(own, { tables, links, limit }) }
    })
}

interface NodeLink {
  from: number
  to: number
}

/** Tables that refer to two or more others, have little of their own, and are referred to by none. */
function junctionsAmong(tables: CatalogueTable[], links: NodeLink[]): Map<number, number[]> {
  const referenced = new Set(links.map(({ to }) => to))
  const junctions = new Map<number, number[]>()
  for (const [node, own] of Map.groupBy(links, ({ from }) => from)) {
    const parents = [...new Set(own.map(({ to }) => to))]
    const isSmall = tables[node]!.columns.length <= own.length + mostOwnColumns
    if (parents.length > 1 && isSmall && !referenced.has(node)) junctions.set(node, parents)
  }
  return junctions
}

/** A junction becomes a link between the tables that it joins. */
function edgesOf(links: NodeLink[], junctions: ReadonlyMap<number, number[]>): Edge[] {
  const direct = links.filter(({ from }) => !junctions.has(from))
  const bridged = [...junctions.values()].flatMap(([first = 0, ...others]) =>
    others.map((other) => ({ from: first, to: other })),
  )
  return [...direct, ...bridged].map(({ from, to }) => ({ left: from, right: to, weight: 1 }))
}

function placeJunctions(groups: number[][], junctions: ReadonlyMap<number, number[]>, limit: number): number[][] {
  const groupOf = new Map(groups.flatMap((nodes) => nodes.map((node) => [node, nodes] as const)))
  const left: number[][] = []
  for (const [node, parents] of junctions) {
    const counts = new Map<number[], number>()
    for (const parent of parents) {
      const group = groupOf.get(parent)
      if (group !== undefined && group.length < limit) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    const [best] = [...counts].toSorted((one, other) => other[1] - one[1] || one[0][0]! - other[0][0]!)
    if (best === undefined) left.push([node])
    else best[0].push(node)
  }
  return [...groups, ...left]
}

interface SinglesMeans {
  tables: CatalogueTable[]
  words: NameWords
  limit: number
  linked: number[][]
}

/** Groups tables without relationships by schema and first word. The rest of a schema stays together. */
function groupSingles(nodes: number[], { tables, words, limit, linked }: SinglesMeans): number[][] {
  const prefixOf = (node: number) => {
    const { schema } = tables[node]!
    const [first = '', second] = words.ofTable(tables[node]!)
    return JSON.stringify([schema, second === undefined ? '' : first])
  }
  const homes = homesByPrefix(linked, prefixOf)
  const groups: number[][] = []
  const rest: number[] = []
  for (const [prefix, own] of Map.groupBy(nodes, prefixOf)) {
    const home = homes.get(prefix)
    const isPrefixed = !prefix.endsWith('""]')
    if (home !== undefined && isPrefixed && home.length + own.length <= limit) home.push(...own)
    else if (isPrefixed && own.length >= leastOfPrefix) groups.push(...chunked(own, limit))
    else rest.push(...own)
  }
  const bySchema = Map.groupBy(rest, (node) => tables[node]!.schema)
  return [...groups, ...[...bySchema.values()].flatMap((own) => chunked(own, limit))]
}

/** The linked groups in which most tables have the same first word. */
function homesByPrefix(linked: number[][], prefixOf: (node: number) => string): Map<string, number[]> {
  const homes = new Map<string, number[]>()
  for (const group of linked) {
    for (const [prefix, own] of Map.groupBy(group, prefixOf)) {
      if (own.length * 2 > group.length && !homes.has(prefix)) homes.set(prefix, group)
    }
  }
  return homes
}

function chunked(nodes: number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, at) => nodes.slice(at * size, (at + 1) * size))
}

/** The tables of other groups that these refer to, as far as there is room. */
function sharedOf(
  own: number[],
  { tables, links, limit }: { tables: CatalogueTable[]; links: NodeLink[]; limit: number },
): CatalogueTable[] {
  const inside = new Set(own)
  const counts = new Map<number, number>()
  for (const { from, to } of links) {
    if (inside.has(from) && !inside.has(to)) counts.set(to, (counts.get(to) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, limit - own.length)
    .map(([node]) => tables[node]!)
}
