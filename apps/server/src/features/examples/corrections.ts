import { randomUUID } from 'node:crypto'
import { message } from '@parlance/contract'
import type { CheckedExample, CorrectExampleRequest, Example } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import type { QueryDoor } from '../../door/contract.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import type { AreasService } from '../areas/service.ts'
import { insertExample, updateUnchanged } from './store.ts'
import { changedText, decidableOf, refuseRepeated, runnerOf, writtenBy } from './written.ts'

/** A correction whose SQL ran. */
export interface CheckedCorrection {
  report: Example & { area_id: string }
  request: CorrectExampleRequest
  result: CheckedExample['result']
}

/** Corrections of answers that users reported as wrong. The evaluation adds them to its questions. */
export interface Corrections {
  /**
   * Runs the SQL that the answer should have had, with the rights of the caller, who decides about the report.
   * @throws AppError not_found, forbidden; conflict unless it is an open report of an area; bad_request if the SQL
   *   still lacks values; like running a query
   */
  checkCorrection(
    principal: Principal,
    id: string,
    request: CorrectExampleRequest,
    signal: AbortSignal,
  ): Promise<CheckedCorrection>
  /**
   * Marks the report as corrected and stores the verified example, if one is wanted.
   * @throws AppError conflict if someone handled the report meanwhile, or the question already has an example
   */
  storeCorrection(
    transaction: Transaction<Database>,
    principal: Principal,
    correction: CheckedCorrection,
  ): Promise<void>
  /** The report as the caller sees it now. @throws AppError not_found */
  readReport(principal: Principal, id: string): Promise<Example>
}

interface CorrectionDependencies {
  areas: Pick<AreasService, 'getEditable'>
  door: Pick<QueryDoor, 'run'>
  /** @throws AppError not_found */
  visible: (principal: Principal, id: string) => Promise<Example>
}

const notReportedText = message('Only answers that were reported as wrong can be corrected.')
const correctedText = message('Someone already corrected this answer. Reload the list.')
const withoutAreaText = message(
  'Only answers in a business area can be corrected, because the correction becomes a question of its evaluation.',
)
const lacksValueText = message(
  "The SQL still has '?' where a value was left out, because the question does not mention it. Enter the value.",
)

/** Creates the checks and changes of corrections. */
export function createCorrections(
  { now }: Pick<AppContext, 'now'>,
  { areas, door, visible }: CorrectionDependencies,
): Corrections {
  const resultOf = runnerOf(door)
  const decidable = decidableOf(visible)

  async function openReport(principal: Principal, id: string): Promise<CheckedCorrection['report']> {
    const report = await decidable(principal, id)
    const { area_id } = report
    if (report.status !== 'wrong') throw new AppError('conflict', { detail: notReportedText })
    if (report.decided_at !== null) throw new AppError('conflict', { detail: correctedText })
    if (area_id === null) throw new AppError('conflict', { detail: withoutAreaText })
    await areas.getEditable(principal, area_id)
    return { ...report, area_id }
  }

  return {
    checkCorrection: async (principal, id, request, signal) => {
      const { sql_query } = request
      const { area_id, database_config_id, sql_query: reported } = await openReport(principal, id)
      if (reported.includes("'?'") && sql_query.includes("'?'")) {
        throw new AppError('bad_request', { detail: lacksValueText })
      }
      const result = await resultOf(principal, { area_id, database_config_id, sql_query }, signal)
      // The rights or the report may have changed while the query ran.
      return { report: await openReport(principal, id), request, result }
    },
    storeCorrection: async (transaction, principal, { report, request: { question, sql_query, as_example } }) => {
      const moment = now().toISOString()
      const decision = { decided_by: principal.userId, decided_at: moment }
      // Two corrections at once change the same row, and only the first finds it open.
      if (!(await updateUnchanged(transaction, report, decision))) {
        throw new AppError('conflict', { detail: changedText })
      }
      if (as_example !== true) return
      await insertExample(transaction, {
        id: randomUUID(),
        area_id: report.area_id,
        connection_id: report.database_config_id,
        created_at: moment,
        ...writtenBy(principal, { ...report, question, sql_query }),
        verified_at: moment,
        status: 'approved',
        ...decision,
      }).catch((error: unknown) => {
        refuseRepeated(error)
        throw error
      })
    },
    readReport: visible,
  }
}
