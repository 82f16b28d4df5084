import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { sharedWrites } from '../../store/transaction-group.ts'
import type { TurnMemory } from '../../agent/contract.ts'
import { countQuestion } from './query-quota.ts'
import { listMemoriesOf } from './turn-store.ts'

export interface SqlQuota {
  /**
   * Counts SQL that a user runs as a question, unless it belongs to an answer. The answer's question already covers all
   * of its rows, files and charts.
   * @throws AppError quota_exceeded, account_inactive
   */
  count(userId: string, query: { sql: string; turnId: string | null }): Promise<void>
}

export function createSqlQuota({ store, now }: Pick<AppContext, 'store' | 'now'>): SqlQuota {
  const write = sharedWrites(store)
  return {
    count: async (userId, { sql, turnId }) => {
      const memories = await listMemoriesOf(store.db, { userId, turnId })
      // Only a memory that contains the SQL is parsed.
      const written = JSON.stringify(sql)
      const isOf = (memory: string) => memory.includes(written) && (JSON.parse(memory) as TurnMemory).sql === sql
      if (memories.some(isOf)) return
      const refusal = await write((transaction) =>
        countQuestion(transaction, userId, now()).then(
          () => null,
          // A refusal comes before any change, and others share the transaction.
          (error: unknown) => {
            if (error instanceof AppError) return error
            throw error
          },
        ),
      )
      if (refusal !== null) throw refusal
    },
  }
}
