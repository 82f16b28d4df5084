import type { AppContext } from '../../context/context.ts'
import { KeyedQueue } from '../../store/keyed-queue.ts'
import type { TurnMemory } from '../../agent/contract.ts'
import { countQuestion } from './query-quota.ts'
import { listMemoriesOf } from './turn-store.ts'

/** Answers of one person among which the SQL of a chart is looked for, whose turn is not named. */
const recentAnswers = 200

export interface SqlQuota {
  /**
   * Counts SQL that somebody runs as a question, unless it is an answer's own: that was counted when it was asked, with
   * all of its rows, files and charts.
   * @throws AppError quota_exceeded, account_inactive
   */
  count(userId: string, query: { sql: string; turnId: string | null }): Promise<void>
}

export function createSqlQuota({ store, now }: Pick<AppContext, 'store' | 'now'>): SqlQuota {
  const queue = new KeyedQueue()
  return {
    count: async (userId, { sql, turnId }) => {
      const memories = await listMemoriesOf(store.db, { userId, turnId, limit: recentAnswers })
      if (memories.some((memory) => (JSON.parse(memory) as TurnMemory).sql === sql)) return
      await queue.run(userId, () => store.transaction((transaction) => countQuestion(transaction, userId, now())))
    },
  }
}
