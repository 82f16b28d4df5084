import {
  evaluationComparisonQuerySchema,
  evaluationComparisonSchema,
  evaluationResultDetailSchema,
  evaluationResultPageSchema,
  evaluationResultsQuerySchema,
  evaluationRunListSchema,
  evaluationRunSchema,
  evaluationRunsQuerySchema,
  rerunEvaluationResponseSchema,
  startEvaluationRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { EvaluationService } from './service.ts'

const evaluation = '/api/v1/business-areas/:id/evaluation'
const setRuns = `${evaluation}/sets/:setId/runs`
const run = `${evaluation}/runs/:runId`
const idSchema = z.string().min(1).max(200)
const setParams = idParamsSchema.extend({ setId: idSchema })
const runParams = idParamsSchema.extend({ runId: idSchema })
const resultParams = runParams.extend({ questionId: idSchema })
const startRate = { max: 20, window: 60_000, by: 'user' } as const
/** Each runs two queries. */
const rerunRate = { max: 60, window: 60_000, by: 'user' } as const

/** The service checks that the caller can edit the area. */
export function runRoutes(service: EvaluationService): RouteDefinition[] {
  return [...startRoutes(service), ...stopRoutes(service), ...resultRoutes(service)]
}

const placeOf = (params: { id: string; runId: string }) => ({ areaId: params.id, runId: params.runId })

function startRoutes({ runs }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: setRuns,
      operationId: 'startEvaluation',
      summary: 'Start a run of a question set',
      description:
        'Asks every question in the background. Read the progress with `getEvaluationRun`. A set can have one run at a ' +
        'time; a second one is refused with status 409. To run as another user, you need the right to preview the area ' +
        'as that user.',
      access: 'user',
      rateLimit: startRate,
      reaches: ['database', 'credentials', 'model'],
      params: setParams,
      body: startEvaluationRequestSchema,
      response: evaluationRunSchema,
      handler: ({ principal, params, body }) => runs.start(principal, { areaId: params.id, setId: params.setId }, body),
    }),
    route({
      method: 'GET',
      url: setRuns,
      operationId: 'listEvaluationRuns',
      summary: 'List the runs of a question set',
      description: 'Newest first.',
      access: 'user',
      params: setParams,
      query: evaluationRunsQuerySchema,
      response: evaluationRunListSchema,
      handler: async ({ principal, params, query }) => ({
        runs: await runs.list(principal, { areaId: params.id, setId: params.setId }, query.limit),
      }),
    }),
    route({
      method: 'GET',
      url: run,
      operationId: 'getEvaluationRun',
      summary: 'Get a run and its progress',
      access: 'user',
      params: runParams,
      response: evaluationRunSchema,
      handler: ({ principal, params }) => runs.get(principal, placeOf(params)),
    }),
  ]
}

function stopRoutes({ runs }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${run}/cancel`,
      operationId: 'cancelEvaluation',
      summary: 'Cancel a run',
      description: 'Outcomes so far stay. A run of another process ends within some seconds.',
      access: 'user',
      params: runParams,
      response: evaluationRunSchema,
      handler: ({ principal, params }) => runs.cancel(principal, placeOf(params)),
    }),
    route({
      method: 'DELETE',
      url: run,
      operationId: 'deleteEvaluationRun',
      summary: 'Delete a run that has ended',
      access: 'user',
      params: runParams,
      response: z.object({ success: z.boolean(), id: z.string() }),
      handler: async ({ principal, params }) => {
        await runs.remove(principal, placeOf(params))
        return { success: true, id: params.runId }
      },
    }),
  ]
}

function resultRoutes({ results, rerun }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${run}/results`,
      operationId: 'listEvaluationResults',
      summary: 'List the outcomes of a run',
      access: 'user',
      params: runParams,
      query: evaluationResultsQuerySchema,
      response: evaluationResultPageSchema,
      handler: ({ principal, params, query }) => results.list(principal, placeOf(params), query),
    }),
    route({
      method: 'GET',
      url: `${run}/results/:questionId`,
      operationId: 'getEvaluationResult',
      summary: 'Get the outcome of a question',
      description: 'SQL contains the values that you are allowed to read. Rows are not stored: use `rerunEvaluation`.',
      access: 'user',
      params: resultParams,
      response: evaluationResultDetailSchema,
      handler: ({ principal, params }) => results.get(principal, placeOf(params), params.questionId),
    }),
    route({
      method: 'POST',
      url: `${run}/results/:questionId/rerun`,
      operationId: 'rerunEvaluation',
      summary: 'Run both queries of an outcome again as you',
      description:
        'Runs the expected query and the query of the answer with your rights, also if the run asked as another user.',
      access: 'user',
      rateLimit: rerunRate,
      reaches: ['database', 'credentials'],
      params: resultParams,
      response: rerunEvaluationResponseSchema,
      handler: ({ principal, params, signal }) => rerun(principal, placeOf(params), params.questionId, signal),
    }),
    route({
      method: 'GET',
      url: `${run}/comparison`,
      operationId: 'compareEvaluationRuns',
      summary: 'Compare a run with an earlier one',
      description:
        'Question by question. Both runs must be of the same set. If one of them asked only some questions, only the ' +
        'questions of both are compared.',
      access: 'user',
      params: runParams,
      query: evaluationComparisonQuerySchema,
      response: evaluationComparisonSchema,
      handler: ({ principal, params, query }) => results.compare(principal, placeOf(params), query),
    }),
  ]
}
