import { message } from '@parlance/contract'
import { allOf } from '../answer/lists.ts'
import type { TableKey } from '../query.ts'
import { isBridge, type Step } from '../schema/graph.ts'
import { Decline } from '../decline.ts'

/** How many tables a path may pass that the question doesn't mention and that aren't only links between two others. */
const mostUnspoken = 1

/**
 * Declines a path between tables that the question may not have meant: back and forth over several unmentioned tables,
 * or up to a common owner and down again, which only links rows that share it. A path that only goes up to owners or
 * only down to owned rows is certain, however long it is, even if the last owner has several of what the path leads to:
 * a rental's categories are those of its film.
 */
export function uncertainWay(path: readonly Step[], spoken: ReadonlySet<TableKey>): Decline | null {
  if (goesUp(withoutLastBridge(path)) || path.every((step) => step.from === step.link.parent)) return null
  const passed = path.slice(0, -1).map((step) => step.to)
  const unspoken = passed.filter((table) => !spoken.has(table.key))
  const isShared = path.some((step, at) => {
    const before = path[at - 1]
    return before !== undefined && turnsDown(before, step) && !spoken.has(step.from.key)
  })
  const to = path.at(-1)?.to
  const most = mostUnspoken - (to !== undefined && !spoken.has(to.key) && unspoken.length > 1 ? 1 : 0)
  if (!isShared && unspoken.filter((table) => !isBridge(table)).length <= most) return null
  const from = path[0]?.from
  if (from === undefined || to === undefined) return null
  const by = allOf(unspoken.map((table) => table.spoken))
  return new Decline(
    message(
      'It is not clear how {from} and {to} are related, because they are connected only by {tables}. Name what connects them.',
      { from: from.spoken, to: to.spoken, tables: by },
    ),
  )
}

function goesUp(path: readonly Step[]): boolean {
  return path.every((step) => !step.toMany)
}

/** The path without its end, if that only goes over a table that links two others. */
function withoutLastBridge(path: readonly Step[]): readonly Step[] {
  const [into, out] = path.slice(-2)
  const isBridged = into !== undefined && out !== undefined && into.toMany && !out.toMany && isBridge(into.to)
  return isBridged ? path.slice(0, -2) : path
}

function turnsDown(before: Step, step: Step): boolean {
  return before.from === before.link.child && step.from === step.link.parent && step.toMany
}
