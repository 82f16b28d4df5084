import type { TableKey } from '../query.ts'
import type { Step } from '../schema/graph.ts'
import type { TableModel } from '../schema/model.ts'
import { Decline } from '../decline.ts'

/** Tables that a way may pass which neither the question speaks of nor merely tie two others. */
const mostUnspoken = 1

/**
 * Declines a way between tables that the question cannot have meant for sure: to and fro over several tables that it does
 * not speak of, or up to a common owner and down again, which ties rows that merely share it. From a thing to what it
 * belongs to, or to what belongs to it, however many steps, there is no doubt.
 */
export function uncertainWay(path: readonly Step[], spoken: ReadonlySet<TableKey>): Decline | null {
  if (path.every((step) => !step.toMany) || path.every((step) => step.from === step.link.parent)) return null
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
  const by = unspoken.map((table) => table.spoken).join(' and ')
  return new Decline(
    `How ${from.spoken} and ${to.spoken} belong together is not certain: they are connected only by ${by}. Name what connects them.`,
  )
}

function turnsDown(before: Step, step: Step): boolean {
  return before.from === before.link.child && step.from === step.link.parent && step.toMany
}

/** A table that does no more than tie others: its key is made of links, or it has hardly another column. */
function isBridge(table: TableModel): boolean {
  const links = table.columns.filter((column) => column.isForeignKey)
  if (links.length < 2) return false
  const isKeyOfLinks = table.primaryKey.length > 1 && table.primaryKey.every((column) => column.isForeignKey)
  return isKeyOfLinks || table.columns.length - links.length <= 2
}
