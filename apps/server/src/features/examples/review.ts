import { patternOf, type DecidedExamples, type DecideExamplesRequest, type Example } from '@parlance/contract'
import type { ExamplesAttention } from '@parlance/contract'
import type { Kysely } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { createExampleSearch } from './find-examples.ts'
import type { ExampleRights } from './rights.ts'
import { countAttention, findExample, type ExampleDetails } from './store.ts'

/** What users who decide about examples need to review them over all areas. */
export interface ExampleReview {
  /** Decides about several examples. One that can't be decided doesn't stop the others. */
  decideAll(principal: Principal, request: DecideExamplesRequest): Promise<DecidedExamples>
  /** Counts the examples that the caller should look at. */
  attention(principal: Principal): Promise<ExamplesAttention>
  /**
   * The approved examples of the same place that are most like an example.
   * @throws AppError not_found; forbidden if the caller may not decide about it
   */
  similar(principal: Principal, id: string): Promise<Example[]>
}

interface ReviewDependencies {
  audit: Pick<AuditService, 'record'>
  db: Kysely<Database>
  search: ReturnType<typeof createExampleSearch>
  mayDecide: ExampleRights['mayDecide']
  /** @throws AppError not_found, forbidden */
  decidable: (principal: Principal, id: string) => Promise<Example>
  present: (principal: Principal, row: ExampleDetails) => Promise<Example>
  decide: (principal: Principal, id: string, status: 'approved' | 'rejected') => Promise<Example>
}

const mostSimilar = 3
const statuses = { approve: 'approved', reject: 'rejected' } as const

export function createExampleReview(dependencies: ReviewDependencies): ExampleReview {
  const { audit, db, search, mayDecide, decidable, present, decide } = dependencies
  return {
    decideAll: async (principal, { ids, decision }) => {
      const decided: Example[] = []
      const failed: DecidedExamples['failed'] = []
      for (const id of new Set(ids)) {
        try {
          decided.push(await decide(principal, id, statuses[decision]))
          await audit.record({
            action: `example.${decision}`,
            outcome: 'allowed',
            userId: principal.userId,
            targetKind: 'example',
            targetId: id,
            detail: {},
          })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const { detail, pattern } = error
          failed.push({ id, message: detail, ...(pattern === undefined ? {} : patternOf(pattern)) })
        }
      }
      return { decided, failed }
    },
    attention: async (principal) => {
      const total = { pending: 0, failing: 0 }
      const areas = new Map<string, typeof total>()
      for (const place of await countAttention(db, principal.role === 'ADMIN' ? null : principal.userId)) {
        if (!(await mayDecide(principal, place))) continue
        const area = areas.get(place.area_id ?? '') ?? { pending: 0, failing: 0 }
        if (place.area_id !== null) areas.set(place.area_id, area)
        for (const sums of [total, area]) {
          sums.pending += place.pending
          sums.failing += place.failing
        }
      }
      return { ...total, areas: [...areas].map(([area_id, sums]) => ({ area_id, ...sums })) }
    },
    similar: async (principal, id) => {
      const { area_id: areaId, database_config_id: connectionId, question } = await decidable(principal, id)
      const found = await search({ areaId, connectionId, question, limit: mostSimilar + 1 })
      const others = found.filter((one) => one.id !== id).slice(0, mostSimilar)
      const rows = await Promise.all(others.map((one) => findExample(db, one.id)))
      return Promise.all(rows.filter((row) => row !== null).map((row) => present(principal, row)))
    },
  }
}
