import {
  addExamplesResponseSchema,
  approveEvaluationQuestionsRequestSchema,
  approveEvaluationQuestionsResponseSchema,
  correctedExampleSchema,
  correctExampleRequestSchema,
  checkEvaluationFileRequestSchema,
  createEvaluationQuestionRequestSchema,
  createEvaluationSetRequestSchema,
  evaluationBadgesSchema,
  evaluationQuestionPageSchema,
  evaluationQuestionSchema,
  evaluationQuestionsQuerySchema,
  evaluationSetListSchema,
  evaluationSetSchema,
  importEvaluationRequestSchema,
  importEvaluationResponseSchema,
  updateEvaluationQuestionRequestSchema,
  updateEvaluationSetRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { runRoutes } from './run-routes.ts'
import type { EvaluationService } from './service.ts'

const areas = '/api/v1/business-areas'
const sets = `${areas}/:id/evaluation/sets`
const questions = `${sets}/:setId/questions`
const idSchema = z.string().min(1).max(200)
const setParams = idParamsSchema.extend({ setId: idSchema })
const questionParams = setParams.extend({ questionId: idSchema })
const removedSchema = z.object({ success: z.boolean(), id: z.string() })
/** A file of ten thousand questions, in which JSON escapes some characters. */
const fileLimit = 32 * 1024 * 1024
const editRate = { max: 120, window: 60_000, by: 'user' } as const
/** Each correction runs a query, as a check of an example does. */
const correctionRate = { max: 60, window: 60_000, by: 'user' } as const
/** An import proves thousands of queries. */
const importRate = { max: 10, window: 60_000, by: 'user' } as const

/** The service checks that the caller can edit the area. */
export function evaluationRoutes(evaluation: EvaluationService): RouteDefinition[] {
  return [
    ...setRoutes(evaluation),
    ...questionRoutes(evaluation),
    ...changeRoutes(evaluation),
    ...fillingRoutes(evaluation),
    ...runRoutes(evaluation),
    correctionRoute(evaluation),
  ]
}

function correctionRoute(evaluation: EvaluationService): RouteDefinition {
  return route({
    method: 'POST',
    url: '/api/v1/examples/:id/correct',
    operationId: 'correctExample',
    summary: 'Correct a wrong answer',
    description:
      'For users who can approve examples of the area. Runs the SQL with your rights, and adds the question with this ' +
      'SQL to the question set of the area. It can also become a verified example.',
    access: 'user',
    rateLimit: correctionRate,
    reaches: ['database', 'credentials'],
    params: idParamsSchema,
    body: correctExampleRequestSchema,
    response: correctedExampleSchema,
    handler: ({ principal, params: { id }, body, signal }) =>
      evaluation.correctAnswer(principal, { id, request: body }, signal),
  })
}

function setRoutes({ sets: service }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${areas}/evaluation-badges`,
      operationId: 'listEvaluationBadges',
      summary: 'List the last evaluation of each business area',
      description: 'Lists only areas that you can edit and that have a complete run.',
      access: 'user',
      response: evaluationBadgesSchema,
      handler: ({ principal }) => service.badges(principal),
    }),
    route({
      method: 'GET',
      url: sets,
      operationId: 'listEvaluationSets',
      summary: 'List the question sets of a business area',
      description: 'For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      response: evaluationSetListSchema,
      handler: async ({ principal, params }) => ({ sets: await service.list(principal, params.id) }),
    }),
    route({
      method: 'POST',
      url: sets,
      operationId: 'createEvaluationSet',
      summary: 'Create a question set',
      access: 'user',
      rateLimit: editRate,
      params: idParamsSchema,
      body: createEvaluationSetRequestSchema,
      response: evaluationSetSchema,
      handler: ({ principal, params, body }) => service.create(principal, params.id, body),
    }),
    route({
      method: 'GET',
      url: `${sets}/:setId`,
      operationId: 'getEvaluationSet',
      summary: 'Get a question set',
      access: 'user',
      params: setParams,
      response: evaluationSetSchema,
      handler: ({ principal, params }) => service.get(principal, params.id, params.setId),
    }),
    route({
      method: 'PUT',
      url: `${sets}/:setId`,
      operationId: 'updateEvaluationSet',
      summary: 'Update a question set',
      description: 'What is absent keeps its value. Runs after changes have the rights of the last user who saved it.',
      access: 'user',
      rateLimit: editRate,
      params: setParams,
      body: updateEvaluationSetRequestSchema,
      response: evaluationSetSchema,
      handler: ({ principal, params, body }) => service.update(principal, params.id, params.setId, body),
    }),
    route({
      method: 'DELETE',
      url: `${sets}/:setId`,
      operationId: 'deleteEvaluationSet',
      summary: 'Delete a question set',
      description: 'Deletes its questions and runs too. A run in progress ends.',
      access: 'user',
      params: setParams,
      response: removedSchema,
      handler: async ({ principal, params }) => {
        await service.remove(principal, params.id, params.setId)
        return { success: true, id: params.setId }
      },
    }),
  ]
}

const placeOf = (params: { id: string; setId: string }) => ({ areaId: params.id, setId: params.setId })

function questionRoutes({ questions: service }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: questions,
      operationId: 'listEvaluationQuestions',
      summary: 'List the questions of a set',
      description:
        'For users other than the author, the SQL lacks the values that the question does not name. Only the author ' +
        'sees expected rows.',
      access: 'user',
      params: setParams,
      query: evaluationQuestionsQuerySchema,
      response: evaluationQuestionPageSchema,
      handler: ({ principal, params, query }) => service.list(principal, placeOf(params), query),
    }),
    route({
      method: 'GET',
      url: `${questions}/:questionId`,
      operationId: 'getEvaluationQuestion',
      summary: 'Get a question of a set',
      access: 'user',
      params: questionParams,
      response: evaluationQuestionSchema,
      handler: ({ principal, params }) => service.get(principal, placeOf(params), params.questionId),
    }),
    route({
      method: 'POST',
      url: `${questions}/approve`,
      operationId: 'approveEvaluationQuestions',
      summary: 'Approve questions of a set',
      description:
        'Approves all questions of the set without `question_ids`. With `approved: false`, it withdraws the approval.',
      access: 'user',
      rateLimit: editRate,
      params: setParams,
      body: approveEvaluationQuestionsRequestSchema,
      response: approveEvaluationQuestionsResponseSchema,
      handler: async ({ principal, params, body }) => ({
        changed: await service.approve(principal, placeOf(params), body),
      }),
    }),
    route({
      method: 'DELETE',
      url: `${questions}/:questionId`,
      operationId: 'deleteEvaluationQuestion',
      summary: 'Delete a question of a set',
      description: 'Its outcomes in earlier runs stay.',
      access: 'user',
      params: questionParams,
      response: removedSchema,
      handler: async ({ principal, params }) => {
        await service.remove(principal, placeOf(params), params.questionId)
        return { success: true, id: params.questionId }
      },
    }),
  ]
}

/** Questions with SQL, which the gate proves with the caller's rights. */
function changeRoutes({ questions: service }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: questions,
      operationId: 'createEvaluationQuestion',
      summary: 'Add a question to a set',
      description: 'Expected SQL must be a query that you are allowed to run. The question waits for approval.',
      access: 'user',
      rateLimit: editRate,
      reaches: ['database', 'credentials'],
      bodyLimit: fileLimit,
      params: setParams,
      body: createEvaluationQuestionRequestSchema,
      response: evaluationQuestionSchema,
      handler: ({ principal, params, body }) => service.create(principal, placeOf(params), body),
    }),
    route({
      method: 'PUT',
      url: `${questions}/:questionId`,
      operationId: 'updateEvaluationQuestion',
      summary: 'Update a question of a set',
      description:
        'What is absent keeps its value. A change of the question or what it expects must be approved again.',
      access: 'user',
      rateLimit: editRate,
      reaches: ['database', 'credentials'],
      bodyLimit: fileLimit,
      params: questionParams,
      body: updateEvaluationQuestionRequestSchema,
      response: evaluationQuestionSchema,
      handler: ({ principal, params, body }) => service.update(principal, placeOf(params), params.questionId, body),
    }),
  ]
}

function fillingRoutes({ filling }: EvaluationService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${areas}/:id/evaluation/check-file`,
      operationId: 'checkEvaluationFile',
      summary: 'Check a file with questions',
      description: 'For an area without a question set. Reads the file like an import, and stores nothing.',
      access: 'user',
      rateLimit: importRate,
      reaches: ['database', 'credentials'],
      bodyLimit: fileLimit,
      params: idParamsSchema,
      body: checkEvaluationFileRequestSchema,
      response: importEvaluationResponseSchema,
      handler: ({ principal, params: { id }, body, signal }) => filling.checkFile(principal, id, body, signal),
    }),
    route({
      method: 'POST',
      url: `${sets}/:setId/import`,
      operationId: 'importEvaluationQuestions',
      summary: 'Add questions from a file',
      description:
        'Reads CSV, and JSON as Spider and BIRD publish it. Stores all new questions, or none if one has an error.',
      access: 'user',
      rateLimit: importRate,
      reaches: ['database', 'credentials'],
      bodyLimit: fileLimit,
      params: setParams,
      body: importEvaluationRequestSchema,
      response: importEvaluationResponseSchema,
      handler: ({ principal, params, body, signal }) => filling.importFile(principal, placeOf(params), body, signal),
    }),
    route({
      method: 'POST',
      url: `${sets}/:setId/add-examples`,
      operationId: 'addVerifiedExamples',
      summary: 'Add the verified examples of the area',
      description: 'Adds approved examples that you can decide about. They are approved in the set too.',
      access: 'user',
      rateLimit: importRate,
      reaches: ['database', 'credentials'],
      params: setParams,
      response: addExamplesResponseSchema,
      handler: ({ principal, params, signal }) => filling.addExamples(principal, placeOf(params), signal),
    }),
  ]
}
