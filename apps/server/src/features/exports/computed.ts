import { message, screenRowLimit } from '@parlance/contract'
import { collect } from '../../door/collect.ts'
import type { QueryDoor, QueryRequest, ReadResult, RunningQuery } from '../../door/contract.ts'
import { AppError } from '../../lib/errors.ts'
import type { TurnQuery } from '../chat/service.ts'

type Asked = Pick<QueryRequest, 'principal' | 'connectionId' | 'areaId' | 'sql' | 'signal' | 'limits'>

/**
 * Runs SQL over the results that a result of a turn was computed from. They are read again, as the user and with the
 * rules of today, so nothing that was stored is sent.
 * @param queries the queries of the turn, by the names of their results
 * @throws AppError bad_request if the turn has no such result; like the door
 */
export async function runComputed(
  door: Pick<QueryDoor, 'run' | 'compute'>,
  queries: ReadonlyMap<string, TurnQuery>,
  { step, ...asked }: Asked & { step: string },
): Promise<RunningQuery> {
  const read = new Map<string, Promise<ReadResult>>()
  const queryOf = (name: string): TurnQuery => {
    const query = queries.get(name)
    if (query === undefined)
      throw new AppError('bad_request', {
        detail: message('This answer has no result {name}. Ask the question again.', { name }),
      })
    return query
  }
  const compute = async (names: readonly string[], request: Asked): Promise<RunningQuery> => {
    const results: ReadResult[] = []
    // One after the other: a user has few connections, and a computed result has few sources.
    for (const name of names) results.push(await resultOf(name))
    return door.compute({ ...request, results })
  }
  const resultOf = (name: string): Promise<ReadResult> => {
    const known = read.get(name) ?? readAgain(name)
    read.set(name, known)
    return known
  }
  const readAgain = async (name: string): Promise<ReadResult> => {
    const { sql, computedFrom } = queryOf(name)
    const request = { ...asked, sql, limits: { maxRows: screenRowLimit } }
    const query = await (computedFrom === null
      ? door.run({ ...request, purpose: 'export' })
      : compute(computedFrom, request))
    return { name, result: await collect(query), masks: query.receipt.maskedOutputs }
  }
  const { computedFrom } = queryOf(step)
  if (computedFrom === null)
    throw new AppError('bad_request', {
      detail: message('{name} was not computed from other results. Leave out the step.', { name: step }),
    })
  return compute(computedFrom, asked)
}
