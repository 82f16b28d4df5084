import { message, type Message } from '@parlance/contract'
import { allOf, chained, type Phrase } from '../answer/lists.ts'
import { sameColumn, type ColumnRef, type TableKey } from '../query.ts'
import { shortestPaths, type Step } from '../schema/graph.ts'
import { tableOf, type Schema } from '../schema/model.ts'
import { Decline, firstDecline } from '../decline.ts'
import { uncertainWay } from './certain-way.ts'

/** The tables of a FROM clause: a root, and the steps that add the others in order. */
export interface JoinTree {
  root: TableKey
  steps: Step[]
}

export function joinedKeys(tree: JoinTree): Set<TableKey> {
  return new Set([tree.root, ...tree.steps.map((step) => step.to.key)])
}

/** How to find paths between tables: by tables that the question mentions, and by its words if several remain. */
export interface LinkChooser {
  favoured: ReadonlySet<TableKey>
  choose: (paths: Step[][]) => Step[] | null
  /** The question's subject: if nothing else distinguishes several paths, its own is used. */
  subject: TableKey | null
}

/** The cost of a path; one that multiplies rows costs more. */
function effort(path: readonly Step[]): number {
  return path.length + path.filter((step) => step.toMany).length
}

/** The path from the joined tables to another one. Declines for none, several, or a doubtful one. */
function pathFrom(schema: Schema, tree: JoinTree, to: TableKey, choose: LinkChooser): Step[] | Decline {
  const found = waysFrom(schema, tree, to, choose)
  const [only, other] = found
  const [from, goal] = [tableOf(schema, tree.root), tableOf(schema, to)]
  if (only === undefined)
    return new Decline(
      message('{from} and {to} are not connected. Ask about each one separately.', { from: from.name, to: goal.name }),
      [goal.spoken],
    )
  const chosen = other === undefined ? only : (choose.choose(found) ?? ownWay(found, choose.subject))
  if (chosen !== null) return uncertainWay(chosen, choose.favoured) ?? chosen
  return new Decline(
    message('{from} and {to} are connected in several ways: {ways}.', {
      from: from.name,
      to: goal.name,
      ways: describePaths(found),
    }),
    [],
    {
      text: null,
      replacements: found.slice(0, mostWays).flatMap((path) => wayChoice(path)),
    },
  )
}

/** The cheapest paths from any joined table. */
function waysFrom(schema: Schema, tree: JoinTree, to: TableKey, choose: LinkChooser): Step[][] {
  let found: Step[][] = []
  for (const from of joinedKeys(tree)) {
    const paths = shortestPaths(schema, from, to, choose.favoured)
    const [first] = paths
    const [best] = found
    if (first === undefined) continue
    if (best === undefined || effort(first) < effort(best)) found = paths
    else if (effort(first) === effort(best)) found = [...found, ...paths]
  }
  return found
}

/** Maximum number of paths to offer. */
const mostWays = 4

/** A path as a button: named after the table that it passes, or after its link. */
function wayChoice(path: readonly Step[]): { label: Message; words: string }[] {
  const [first] = path
  if (first === undefined) return []
  const via = path.length > 1 ? first.to.spoken : first.link.pairs.map((pair) => pair.child.spoken).join(' and ')
  return [{ label: message('by {via}', { via }), words: ` with ${via}` }]
}

/** The only path that starts at the subject itself. */
function ownWay(paths: readonly Step[][], subject: TableKey | null): Step[] | null {
  const [only, other] = paths.filter((path) => path[0]?.from.key === subject)
  return only !== undefined && other === undefined ? only : null
}

export function describePaths(paths: readonly Step[][]): Phrase {
  return chained(paths.slice(0, mostWays).map(describePath), (first, last) =>
    message('{first}; or {last}', { first, last }),
  )
}

function describePath(path: readonly Step[]): Phrase {
  const steps = path.map((step) => allOf(step.link.pairs.map((pair) => `${pair.child.table.name}.${pair.child.name}`)))
  return chained(steps, (first, last) => message('{first} then {last}', { first, last }))
}

/** Adds a table to the joins by the shortest path from the joined ones. Declines if no path is certain. */
export function addTable(schema: Schema, tree: JoinTree, key: TableKey, choose: LinkChooser): Decline | null {
  if (joinedKeys(tree).has(key)) return null
  const path = pathFrom(schema, tree, key, choose)
  if (path instanceof Decline) return path
  for (const step of path) if (!joinedKeys(tree).has(step.to.key)) tree.steps.push(step)
  return null
}

/** Adds tables in their order. Declines at the first that can't be added. */
export function addTables(
  schema: Schema,
  tree: JoinTree,
  keys: readonly TableKey[],
  choose: LinkChooser,
): Decline | null {
  return firstDecline(...keys.map((key) => () => addTable(schema, tree, key, choose)))
}

/**
 * Whether a bridge identifies each row of the table within a group: its key consists of the link and the grouping
 * columns, as film and category are the key of the table that links them.
 */
function isIdentified(tree: JoinTree, step: Step, groups: readonly ColumnRef[]): boolean {
  const bridge = step.link.child
  const covered = new Set(step.link.pairs.map((pair) => pair.child))
  for (const other of [...tree.steps, step]) {
    if (other.link.child !== bridge || other.link === step.link) continue
    const isGrouped = other.link.pairs.every((pair) =>
      groups.some((one) => sameColumn(one, pair.parent.ref) || sameColumn(one, pair.child.ref)),
    )
    if (isGrouped) for (const pair of other.link.pairs) covered.add(pair.child)
  }
  return bridge.primaryKey.length > 1 && bridge.primaryKey.every((one) => covered.has(one))
}

/** Whether the joins may return several rows for one row of a table, within one group. */
export function isMultiplied(tree: JoinTree, key: TableKey, groups: readonly ColumnRef[] = []): boolean {
  const reached = new Set<TableKey>([key])
  for (let changed = true; changed;) {
    changed = false
    for (const step of tree.steps) {
      const [near, far] = reached.has(step.from.key) ? [step.from.key, step.to.key] : [step.to.key, step.from.key]
      if (!reached.has(near) || reached.has(far)) continue
      const many = near === step.from.key ? step.toMany : step.link.parent.key === near && !step.toMany
      if (many && !isIdentified(tree, step, groups)) return true
      reached.add(far)
      changed = true
    }
  }
  return false
}
