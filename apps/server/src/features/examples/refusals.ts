import { wireMessage } from '@parlance/contract'
import type { Example, Message } from '@parlance/contract'
import type { QueryDoor } from '../../door/contract.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'

type Door = Pick<QueryDoor, 'findRefusal'>
interface Checker {
  principal: Principal
  signal: AbortSignal
}

/** Milliseconds to check the examples of one list. */
const checkTime = 3_000

/**
 * Adds the gate's reason to each example whose SQL it would refuse now, if the caller decides about the example. The
 * time is limited, so the last examples of a long list may stay unchecked.
 */
export async function withRefusals(
  door: Door,
  { shown, ...checker }: Checker & { shown: Example[] },
): Promise<Example[]> {
  const end = performance.now() + checkTime
  const checked: Example[] = []
  for (const example of shown) {
    const isDue = example.may_decide && example.problem === null && performance.now() < end
    const reason = isDue ? await refusalOf(door, example, checker) : null
    checked.push(reason === null ? example : { ...example, problem: wireMessage(reason) })
  }
  return checked
}

/** Why the gate would refuse the SQL of an example. Null also if the caller may not ask there, and so cannot know. */
export async function refusalOf(
  door: Door,
  example: Pick<Example, 'area_id' | 'database_config_id' | 'sql_query'>,
  checker: Checker,
): Promise<Message | null> {
  const { area_id: areaId, database_config_id: connectionId, sql_query: sql } = example
  return door.findRefusal({ ...checker, areaId, connectionId, sql, purpose: 'example' }).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}
