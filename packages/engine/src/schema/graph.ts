import type { TableKey } from '../query.ts'
import type { Link, Schema, TableModel } from './model.ts'

/** One step of a path between tables; `toMany` if a row may match several. */
export interface Step {
  link: Link
  from: TableModel
  to: TableModel
  toMany: boolean
}

/** Whether each row of the link's parent has no more than one row of the child. */
function isOneToOne(link: Link): boolean {
  const { primaryKey, source } = link.child
  const keys = [primaryKey.map(({ name }) => name), ...(source.uniqueKeys ?? [])]
  return keys.some(
    (names) =>
      names.length > 0 &&
      names.length === link.pairs.length &&
      names.every((name) => link.pairs.some((pair) => pair.child.name === name)),
  )
}

/** What was found out about the links of a schema; found out again if an area's definitions add a link. */
interface Ways {
  links: number
  steps: ReadonlyMap<TableModel, Step[]>
  ancestors: Map<TableModel, readonly TableModel[]>
  /** By the keys of both tables. */
  distances: Map<string, number>
}

const ways = new WeakMap<Schema, Ways>()

function waysOf(schema: Schema): Ways {
  const known = ways.get(schema)
  if (known?.links === schema.links.length) return known
  const made = { links: schema.links.length, steps: stepsOf(schema), ancestors: new Map(), distances: new Map() }
  ways.set(schema, made)
  return made
}

function stepsOf({ links }: Schema): Map<TableModel, Step[]> {
  const steps = new Map<TableModel, Step[]>()
  const add = (step: Step) => {
    const others = steps.get(step.from)
    if (others === undefined) steps.set(step.from, [step])
    else others.push(step)
  }
  for (const link of links) {
    if (link.child === link.parent) continue
    add({ link, from: link.child, to: link.parent, toMany: false })
    add({ link, from: link.parent, to: link.child, toMany: !isOneToOne(link) })
  }
  return steps
}

function stepsFrom(schema: Schema, table: TableModel): readonly Step[] {
  return waysOf(schema).steps.get(table) ?? []
}

/** Going up to a common owner and down again only links rows that share it, which is seldom meant. */
function turnsDown(last: Step | undefined, step: Step): boolean {
  return last !== undefined && last.from === last.link.child && step.from === step.link.parent
}

/** Two steps down connect nothing new, so the shorter path is meant. */
function isDescent(last: Step | undefined, step: Step): boolean {
  return last !== undefined && last.toMany && step.toMany
}

/** The cost of a step on a path; the cheapest path is meant. */
const wayCost = {
  /** Fewer steps outrank everything but a turn. */
  step: 1,
  /** A favored table that links two others makes the path cheaper than any other with as many steps. */
  favouredBridge: -0.02,
  /** A favored table that a row belongs to costs next to nothing, so that the path passes it instead of avoiding it. */
  favouredOwner: 0.05,
  /** A second step down breaks a tie between equally long paths against it. */
  descent: 0.05,
  /** A view costs as much as one more step. */
  view: 1,
  /** Going up to a common owner and down again costs more than one more step. */
  turn: 1.2,
  /** Paths whose costs differ by less are equally short. */
  equal: 0.001,
}

/**
 * A mentioned table that links two others is on the intended path, and so is the owner of such a table: 'products that
 * each customer ordered' are linked by the orders of order items. One that a row only belongs to doesn't shorten the path.
 */
function favouredCost(last: Step | undefined, step: Step): number {
  return step.toMany || last?.toMany === true ? wayCost.favouredBridge : wayCost.favouredOwner
}

/** The cost of a path with one more step. */
function costAfter(
  cost: number,
  last: Step | undefined,
  step: Step,
  goal: TableModel,
  favoured: ReadonlySet<TableKey>,
): number {
  const isGoal = step.to === goal
  return (
    cost +
    (favoured.has(step.to.key) && !isGoal ? favouredCost(last, step) : wayCost.step) +
    (isGoal && isDescent(last, step) ? wayCost.descent : 0) +
    (step.to.isView ? wayCost.view : 0) +
    (turnsDown(last, step) ? wayCost.turn : 0)
  )
}

const longestPath = 5
const mostExplored = 3000
const noTables: ReadonlySet<TableKey> = new Set()

/** A path from the start to a table, during the search for the shortest ones. */
interface Way {
  table: TableModel
  path: Step[]
  cost: number
}

/**
 * The shortest paths from one table to another: one, several of equal length if the tables are linked in several ways,
 * or none. Paths through `favoured` tables are shorter.
 */
export function shortestPaths(
  schema: Schema,
  from: TableKey,
  to: TableKey,
  favoured: ReadonlySet<TableKey> = noTables,
): Step[][] {
  const start = schema.byKey.get(from)
  const goal = schema.byKey.get(to)
  if (start === undefined || goal === undefined) return []
  if (start === goal) return [[]]
  const cheapest = new Map<TableModel, number>([[start, 0]])
  const found: Way[] = []
  let frontier: Way[] = [{ table: start, path: [], cost: 0 }]
  for (let length = 1; length <= longestPath && frontier.length > 0; length++) {
    const next: Way[] = []
    for (const way of waysOn(schema, frontier, goal, favoured, cheapest)) {
      if (way.table === goal) found.push(way)
      else if (next.length < mostExplored) next.push(way)
    }
    frontier = next.filter((one) => one.cost <= (cheapest.get(one.table) ?? Number.POSITIVE_INFINITY))
  }
  const least = Math.min(...found.map((one) => one.cost))
  return found.filter((one) => one.cost - least < wayCost.equal).map((one) => one.path)
}

/** Extends each path by one step if no cheaper one to the same table is known; records the cheapest. */
function waysOn(
  schema: Schema,
  frontier: readonly Way[],
  goal: TableModel,
  favoured: ReadonlySet<TableKey>,
  cheapest: Map<TableModel, number>,
): Way[] {
  const found: Way[] = []
  for (const { table, path, cost } of frontier) {
    for (const step of stepsFrom(schema, table)) {
      const total = costAfter(cost, path.at(-1), step, goal, favoured)
      const isCircle = path.some((one) => one.from === step.to)
      if (isCircle || total > (cheapest.get(step.to) ?? Number.POSITIVE_INFINITY)) continue
      cheapest.set(step.to, total)
      found.push({ table: step.to, path: [...path, step], cost: total })
    }
  }
  return found
}

/** How many links are between two tables; infinite if they aren't connected. */
export function distance(schema: Schema, from: TableKey, to: TableKey): number {
  const { distances: known } = waysOf(schema)
  const key = JSON.stringify([from, to])
  const found = known.get(key)
  if (found !== undefined) return found
  const [path] = shortestPaths(schema, from, to)
  const links = path === undefined ? Number.POSITIVE_INFINITY : path.length
  known.set(key, links)
  return links
}

/** Tables one link away. */
export function neighbors(schema: Schema, table: TableModel): TableModel[] {
  return [...new Set(stepsFrom(schema, table).map((step) => step.to))]
}

/** The tables that a row belongs to, nearest first, by steps that don't multiply rows. */
export function ancestors(schema: Schema, table: TableModel): readonly TableModel[] {
  const { ancestors: all } = waysOf(schema)
  const known = all.get(table)
  if (known !== undefined) return known
  const found: TableModel[] = [table]
  all.set(table, found)
  for (let at = 0; at < found.length; at++) {
    const current = found[at]
    if (current === undefined) break
    for (const step of stepsFrom(schema, current)) if (!step.toMany && !found.includes(step.to)) found.push(step.to)
  }
  return found
}

/** A table that only links others: its key consists of foreign keys, or it has hardly any other columns. */
export function isBridge(table: TableModel): boolean {
  const links = table.columns.filter((column) => column.isForeignKey)
  if (links.length < 2) return false
  const isKeyOfLinks = table.primaryKey.length > 1 && table.primaryKey.every((column) => column.isForeignKey)
  return isKeyOfLinks || table.columns.length - links.length <= 2
}

/** Whether each row of a table belongs to one row of an owner, or to several by a table that only links the two. */
export function belongsTo(schema: Schema, table: TableModel, owner: TableModel): boolean {
  const own = ancestors(schema, table)
  if (own.includes(owner)) return true
  const parentsOf = (bridge: TableModel) =>
    schema.links.filter((link) => link.child === bridge).map((link) => link.parent)
  return schema.links
    .filter((link) => link.parent === owner && isBridge(link.child))
    .some((link) => parentsOf(link.child).some((one) => one !== owner && own.includes(one)))
}
