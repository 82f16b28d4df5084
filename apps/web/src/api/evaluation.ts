import {
  addExamplesResponseSchema,
  approveEvaluationQuestionsResponseSchema,
  evaluationBadgesSchema,
  evaluationComparisonSchema,
  mostEvaluationRuns,
  evaluationPageSize,
  evaluationQuestionPageSchema,
  evaluationQuestionSchema,
  evaluationResultDetailSchema,
  evaluationRunListSchema,
  evaluationRunSchema,
  evaluationSetListSchema,
  evaluationSetSchema,
  importEvaluationResponseSchema,
  rerunEvaluationResponseSchema,
  type AddExamplesResponse,
  type CreateEvaluationQuestionRequest,
  type CreateEvaluationSetRequest,
  type EvaluationQuestion,
  type EvaluationRun,
  type EvaluationSet,
  type ImportEvaluationResponse,
  type ImportFormat,
  type StartEvaluationRequest,
  type UpdateEvaluationQuestionRequest,
  type UpdateEvaluationSetRequest,
} from '@parlance/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callVoid } from './client.ts'

const areas = '/api/v1/business-areas'

/** All queries about evaluations start with this key. */
export const evaluationKey = ['evaluation']

/** While a run is in progress, its progress is asked for this often, in milliseconds. */
const progressEvery = 2000

/** The set of an area that a question or run belongs to. */
export interface SetPlace {
  areaId: string
  setId: string
}

/** The last run of each area that the caller can edit. */
export const evaluationBadgesQuery = queryOptions({
  queryKey: [...evaluationKey, 'badges'],
  queryFn: async ({ signal }) => (await call(`${areas}/evaluation-badges`, evaluationBadgesSchema, { signal })).badges,
  staleTime: 0,
  retry: false,
})

/** The key of an area's question sets and their runs in progress. */
export const evaluationSetsKey = (areaId: string) => [...evaluationKey, 'sets', areaId]

/** The question sets of an area, oldest first. Repeats while one of them has a run in progress. */
export function evaluationSetsQuery(areaId: string) {
  return queryOptions({
    queryKey: evaluationSetsKey(areaId),
    queryFn: async ({ signal }) => (await call(pathOf(areaId, '/sets'), evaluationSetListSchema, { signal })).sets,
    refetchInterval: ({ state }) =>
      state.data?.some(({ active_run: active }) => active !== null) === true ? progressEvery : false,
    staleTime: 0,
    retry: false,
  })
}

/** The runs of a set, newest first. `state` differs whenever a run started or ended. */
export function evaluationRunsQuery({ areaId, setId }: SetPlace, state: string) {
  const path = pathOf(areaId, `/sets/${encodeURIComponent(setId)}/runs?limit=${mostEvaluationRuns}`)
  return queryOptions({
    queryKey: [...evaluationKey, 'runs', areaId, setId, state],
    queryFn: async ({ signal }) => (await call(path, evaluationRunListSchema, { signal })).runs,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** One run. Repeats until it has ended. */
export function runQuery(areaId: string, runId: string) {
  const path = pathOf(areaId, `/runs/${encodeURIComponent(runId)}`)
  return queryOptions({
    queryKey: [...evaluationKey, 'run', areaId, runId],
    queryFn: ({ signal }) => call(path, evaluationRunSchema, { signal }),
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? progressEvery : false),
    staleTime: 0,
    retry: false,
  })
}

export type ComparedShow = 'changed' | 'not_right' | 'all'

interface ComparisonPage {
  areaId: string
  before: string
  after: string
  show: ComparedShow
  search?: string
  page: number
}

/** One page of the questions of two runs; with the same run twice, its own outcomes. */
export function comparisonQuery({ areaId, before, after, show, search = '', page }: ComparisonPage) {
  const parameters = new URLSearchParams({ before, show, search, ...pageOf(page) })
  const path = pathOf(areaId, `/runs/${encodeURIComponent(after)}/comparison?${parameters.toString()}`)
  return queryOptions({
    queryKey: [...evaluationKey, 'comparison', areaId, after, before, show, search, page],
    queryFn: ({ signal }) => call(path, evaluationComparisonSchema, { signal }),
    retry: false,
  })
}

export type QuestionState = 'approved' | 'not_approved' | 'incomplete' | 'depends_on_today'

interface QuestionPage extends SetPlace {
  search: string
  tag: string
  state: QuestionState | ''
  page: number
}

/** One page of a set's questions. */
export function questionsQuery({ areaId, setId, search, tag, state, page }: QuestionPage) {
  const parameters = new URLSearchParams(pageOf(page))
  for (const [name, value] of Object.entries({ search, tag, state })) if (value !== '') parameters.set(name, value)
  const path = `${setPath({ areaId, setId })}/questions?${parameters.toString()}`
  return queryOptions({
    queryKey: [...evaluationKey, 'questions', areaId, setId, search, tag, state, page],
    queryFn: ({ signal }) => call(path, evaluationQuestionPageSchema, { signal }),
    retry: false,
  })
}

/** One question of a set; rejects with status 404 if it was deleted. */
export function questionQuery(place: SetPlace, questionId: string) {
  return queryOptions({
    queryKey: [...evaluationKey, 'question', place.areaId, place.setId, questionId],
    queryFn: ({ signal }) => call(questionPath(place, questionId), evaluationQuestionSchema, { signal }),
    retry: false,
  })
}

/** The outcome of a question in a run; rejects with status 404 if the run did not ask it. */
export function resultQuery(areaId: string, runId: string, questionId: string) {
  return queryOptions({
    queryKey: [...evaluationKey, 'result', areaId, runId, questionId],
    queryFn: ({ signal }) => call(resultPath(areaId, runId, questionId), evaluationResultDetailSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Both queries of an outcome, run again as the caller. Runs once for each opening. */
export function rerunQuery(areaId: string, runId: string, questionId: string) {
  return queryOptions({
    queryKey: [...evaluationKey, 'rerun', areaId, runId, questionId],
    queryFn: ({ signal }) =>
      call(`${resultPath(areaId, runId, questionId)}/rerun`, rerunEvaluationResponseSchema, { method: 'POST', signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export function createSet(areaId: string, body: CreateEvaluationSetRequest): Promise<EvaluationSet> {
  return call(pathOf(areaId, '/sets'), evaluationSetSchema, { method: 'POST', body })
}

/** Throws 409 if someone else changed the set after `expected_updated_at`. */
export function updateSet(place: SetPlace, body: UpdateEvaluationSetRequest): Promise<EvaluationSet> {
  return call(setPath(place), evaluationSetSchema, { method: 'PUT', body })
}

/** Deletes a set with its questions and runs. */
export function deleteSet(place: SetPlace): Promise<void> {
  return callVoid(setPath(place), { method: 'DELETE' })
}

export function createQuestion(place: SetPlace, body: CreateEvaluationQuestionRequest): Promise<EvaluationQuestion> {
  return call(`${setPath(place)}/questions`, evaluationQuestionSchema, { method: 'POST', body })
}

export function updateQuestion(
  place: SetPlace,
  questionId: string,
  body: UpdateEvaluationQuestionRequest,
): Promise<EvaluationQuestion> {
  return call(questionPath(place, questionId), evaluationQuestionSchema, { method: 'PUT', body })
}

export function deleteQuestion(place: SetPlace, questionId: string): Promise<void> {
  return callVoid(questionPath(place, questionId), { method: 'DELETE' })
}

/** Approves questions, or withdraws their approval; all of the set without ids. Returns the number of changes. */
export async function approveQuestions(place: SetPlace, ids: string[] | null, approved: boolean): Promise<number> {
  const body = { approved, ...(ids !== null && { question_ids: ids }) }
  const path = `${setPath(place)}/questions/approve`
  return (await call(path, approveEvaluationQuestionsResponseSchema, { method: 'POST', body })).changed
}

export interface QuestionFile {
  format: ImportFormat
  file_name: string
  text: string
  /** For Spider and BIRD: the database whose questions are added. */
  db_id?: string
  /** Checks the file and stores nothing. */
  dry_run: boolean
}

export function importQuestions(place: SetPlace, body: QuestionFile): Promise<ImportEvaluationResponse> {
  return call(`${setPath(place)}/import`, importEvaluationResponseSchema, { method: 'POST', body })
}

/** Checks a file for an area without a question set. Stores nothing. */
export function checkQuestionFile(
  areaId: string,
  body: Omit<QuestionFile, 'dry_run'>,
): Promise<ImportEvaluationResponse> {
  return call(pathOf(areaId, '/check-file'), importEvaluationResponseSchema, { method: 'POST', body })
}

/** Adds the approved examples of the area that the caller decides about. */
export function addExamples(place: SetPlace): Promise<AddExamplesResponse> {
  return call(`${setPath(place)}/add-examples`, addExamplesResponseSchema, { method: 'POST' })
}

/** Throws 409 if the set already has a run in progress. */
export function startRun(place: SetPlace, body: StartEvaluationRequest): Promise<EvaluationRun> {
  return call(`${setPath(place)}/runs`, evaluationRunSchema, { method: 'POST', body })
}

export function cancelRun(areaId: string, runId: string): Promise<EvaluationRun> {
  return call(pathOf(areaId, `/runs/${encodeURIComponent(runId)}/cancel`), evaluationRunSchema, { method: 'POST' })
}

function pathOf(areaId: string, rest: string): string {
  return `${areas}/${encodeURIComponent(areaId)}/evaluation${rest}`
}

function setPath({ areaId, setId }: SetPlace): string {
  return pathOf(areaId, `/sets/${encodeURIComponent(setId)}`)
}

function questionPath(place: SetPlace, questionId: string): string {
  return `${setPath(place)}/questions/${encodeURIComponent(questionId)}`
}

function resultPath(areaId: string, runId: string, questionId: string): string {
  return pathOf(areaId, `/runs/${encodeURIComponent(runId)}/results/${encodeURIComponent(questionId)}`)
}

function pageOf(page: number): { offset: string; limit: string } {
  return { offset: String(page * evaluationPageSize), limit: String(evaluationPageSize) }
}
