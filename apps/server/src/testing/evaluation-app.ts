import type {
  Area,
  EvaluationQuestion,
  EvaluationResult,
  EvaluationRun,
  EvaluationSet,
  StartEvaluationRequest,
} from '@parlance/contract'
import { createAreaApp } from './area-app.ts'
import type { AreaApp } from './area-app.ts'
import type { SignedInUser, TestAppOptions } from './test-app.ts'
import type { TestStore } from './test-store.ts'

/** An app whose questions the built-in engine answers, with shortcuts to the evaluation of an area. */
export interface EvaluationApp extends AreaApp {
  /** @param path relative to the area's evaluation */
  eval<Answer>(
    who: SignedInUser,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    area: Area,
    path: string,
    payload?: unknown,
  ): Promise<Answer & { detail?: string; code?: string }>
  newSet(who: SignedInUser, area: Area, change?: object): Promise<EvaluationSet>
  addQuestion(
    who: SignedInUser,
    set: EvaluationSet,
    question: string,
    sql: string,
  ): Promise<EvaluationQuestion & { detail?: string; code?: string }>
  /** Starts a run and waits for its end in this process. */
  run(who: SignedInUser, set: EvaluationSet, request?: StartEvaluationRequest): Promise<EvaluationRun>
  resultsOf(who: SignedInUser, set: EvaluationSet, run: EvaluationRun): Promise<EvaluationResult[]>
}

export async function createEvaluationApp(
  store: TestStore | null,
  options: TestAppOptions = {},
): Promise<EvaluationApp> {
  const app = await createAreaApp(store, options)
  const { settings, models, evaluation } = app.services
  const { builtin } = models.list()
  await settings.chooseOrchestration({ provider: 'builtin', model: builtin.models[0]?.id ?? '' }, builtin, null)
  const call: EvaluationApp['eval'] = async (who, method, area, path, payload) =>
    (await app.api(who, method, `business-areas/${area.area_id}/evaluation/${path}`, payload)).json()
  const areaOf = (set: EvaluationSet) => ({ area_id: set.area_id }) as Area
  return {
    ...app,
    eval: call,
    newSet: (who, area, change = {}) =>
      call(who, 'POST', area, 'sets', { name: 'Questions', database_config_id: app.databaseId, ...change }),
    addQuestion: (who, set, question, sql) =>
      call(who, 'POST', areaOf(set), `sets/${set.id}/questions`, { question, expected_sql: sql }),
    run: async (who, set, request = {}) => {
      const started = await call<EvaluationRun>(who, 'POST', areaOf(set), `sets/${set.id}/runs`, request)
      if (started.detail !== undefined) throw new Error(started.detail)
      await evaluation.settled()
      return call(who, 'GET', areaOf(set), `runs/${started.id}`)
    },
    resultsOf: async (who, set, run) =>
      (await call<{ results: EvaluationResult[] }>(who, 'GET', areaOf(set), `runs/${run.id}/results`)).results,
  }
}
