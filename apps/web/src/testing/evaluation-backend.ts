import type {
  CreateEvaluationQuestionRequest,
  EvaluationBadges,
  EvaluationComparison,
  EvaluationQuestion,
  EvaluationResultDetail,
  EvaluationRun,
  EvaluationSet,
  ImportEvaluationResponse,
  OutcomeChange,
  RerunEvaluation,
  RerunSide,
  StartEvaluationRequest,
} from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { at, failure } from './test-server.ts'

const base = at('/api/v1/business-areas/:areaId/evaluation')

interface EvaluationBackendOptions {
  sets?: EvaluationSet[]
  questions?: EvaluationQuestion[]
  runs?: EvaluationRun[]
  /** The outcomes of each run, by its id. */
  results?: Record<string, EvaluationResultDetail[]>
  rerun?: Partial<RerunEvaluation>
  imported?: Partial<ImportEvaluationResponse>
}

/** The evaluation endpoints over in-memory lists; records the requests. */
export function evaluationBackend(options: EvaluationBackendOptions = {}) {
  const sets = [...(options.sets ?? [])]
  const questions = [...(options.questions ?? [])]
  const runs = [...(options.runs ?? [])]
  const sent: { call: string; body: unknown }[] = []
  const note = async (call: string, request: Request) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ call, body })
    return body
  }
  const nothing = { added: 0, found: 0, known: 0, error_count: 0, errors: [], databases: [] }
  const imported = { ...nothing, ...options.imported }
  const resultOf = (runId: unknown, questionId: unknown) =>
    options.results?.[String(runId)]?.find(({ question_id }) => question_id === questionId)
  const present = (set: EvaluationSet): EvaluationSet => ({
    ...set,
    question_count: questions.length,
    approved_count: questions.filter(({ is_approved }) => is_approved).length,
  })
  const handlers: RequestHandler[] = [
    http.get(`${base}/sets`, () => HttpResponse.json({ sets: sets.map(present) })),
    http.post(`${base}/sets`, async ({ request }) => {
      const { name } = (await note('create-set', request)) as { name: string }
      const made = makeSet({ id: `set-${sets.length + 1}`, name })
      sets.push(made)
      return HttpResponse.json(made)
    }),
    http.put(`${base}/sets/:setId`, async ({ request }) => {
      const body = (await note('update-set', request)) as Partial<EvaluationSet>
      const known = sets[0] ?? makeSet()
      sets[0] = { ...known, ...body, updated_at: '2026-11-22T00:00:00.000Z' }
      return HttpResponse.json(sets[0])
    }),
    http.get(`${base}/sets/:setId/questions`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      const search = searchParams.get('search') ?? ''
      const offset = Number(searchParams.get('offset'))
      const found = questions.filter(({ question }) => question.toLowerCase().includes(search.toLowerCase()))
      return HttpResponse.json({ questions: found.slice(offset, offset + 100), total: found.length, tags: [] })
    }),
    http.get(`${base}/sets/:setId/questions/:id`, ({ params }) => {
      const found = questions.find(({ id }) => id === params.id)
      return found === undefined ? failure(404, 'Item not found.', 'not_found') : HttpResponse.json(found)
    }),
    http.post(`${base}/sets/:setId/questions/approve`, async ({ request }) => {
      const body = (await note('approve', request)) as { question_ids?: string[]; approved: boolean }
      for (const question of questions) {
        if (body.question_ids?.includes(question.id) ?? true) question.is_approved = body.approved
      }
      return HttpResponse.json({ changed: questions.length })
    }),
    http.post(`${base}/sets/:setId/questions`, async ({ request }) => {
      const body = (await note('create-question', request)) as CreateEvaluationQuestionRequest
      const made = makeQuestion({ id: `q${questions.length + 1}`, question: body.question, is_approved: false })
      questions.push(made)
      return HttpResponse.json(made)
    }),
    http.put(`${base}/sets/:setId/questions/:id`, async ({ params, request }) => {
      await note('update-question', request)
      return HttpResponse.json(questions.find(({ id }) => id === params.id) ?? makeQuestion())
    }),
    http.post(`${base}/sets/:setId/import`, async ({ request }) => {
      await note('import', request)
      return HttpResponse.json(imported)
    }),
    http.post(`${base}/check-file`, async ({ request }) => {
      await note('check-file', request)
      return HttpResponse.json(imported)
    }),
    http.get(`${base}/sets/:setId/runs`, () => HttpResponse.json({ runs })),
    http.post(`${base}/sets/:setId/runs`, async ({ request }) => {
      const body = (await note('start', request)) as StartEvaluationRequest
      const ids = body.question_ids
      const partial = ids === undefined ? {} : { is_partial: true, total: ids.length }
      const number = runs.length + 1
      const made = makeRun({ id: 'r-new', number, status: 'running', done: 0, ended_at: null, ...partial })
      runs.unshift(made)
      if (sets[0] !== undefined) sets[0] = { ...sets[0], active_run: made }
      return HttpResponse.json(made)
    }),
    http.get(`${base}/runs/:runId`, ({ params }) => HttpResponse.json(runs.find(({ id }) => id === params.runId))),
    http.post(`${base}/runs/:runId/cancel`, async ({ request }) => {
      await note('cancel', request)
      if (sets[0] !== undefined) sets[0] = { ...sets[0], active_run: null }
      return HttpResponse.json(makeRun({ status: 'cancelled' }))
    }),
    http.get(`${base}/runs/:runId/comparison`, ({ params, request }) => {
      const { searchParams } = new URL(request.url)
      const beforeId = searchParams.get('before') ?? ''
      const pair = [beforeId, String(params.runId)].map((id) => runs.find((run) => run.id === id) ?? makeRun({ id }))
      const rows = (options.results?.[String(params.runId)] ?? []).map((after) =>
        comparedOf(resultOf(beforeId, after.question_id), after),
      )
      return HttpResponse.json(compare(pair as [EvaluationRun, EvaluationRun], rows, searchParams))
    }),
    http.get(`${base}/runs/:runId/results/:id`, ({ params }) => {
      const found = resultOf(params.runId, params.id)
      return found === undefined ? failure(404, 'Item not found.', 'not_found') : HttpResponse.json(found)
    }),
    http.post(`${base}/runs/:runId/results/:id/rerun`, async ({ params, request }) => {
      await note(`rerun ${String(params.runId)} ${String(params.id)}`, request)
      return HttpResponse.json({ ...makeRerun(), ...options.rerun })
    }),
  ]
  /** Ends the run in progress. */
  const end = (fields: Partial<EvaluationRun>) => {
    runs[0] = { ...makeRun(), ...runs[0], status: 'finished', ended_at: '2026-11-23T10:00:00.000Z', ...fields }
    if (sets[0] !== undefined) sets[0] = { ...sets[0], active_run: null }
  }
  return { handlers, sets, questions, runs, sent, end }
}

type Compared = EvaluationComparison['questions'][number]

function comparedOf(before: EvaluationResultDetail | undefined, after: EvaluationResultDetail): Compared {
  const from = before?.outcome ?? null
  const { question_id, question, tags, outcome } = after
  const same = from === outcome ? (`stayed_${outcome}` as const) : null
  const moved = outcome === 'right' ? 'fixed' : 'broken'
  return {
    question_id,
    question,
    tags,
    before: from,
    after: outcome,
    has_warning: after.warnings.length > 0,
    change: from === null ? 'added' : (same ?? moved),
  }
}

function compare(
  [before, after]: [EvaluationRun, EvaluationRun],
  rows: Compared[],
  parameters: URLSearchParams,
): EvaluationComparison {
  const show = parameters.get('show')
  const offset = Number(parameters.get('offset'))
  const search = parameters.get('search')?.toLowerCase() ?? ''
  const shown = rows.filter(({ change, after: outcome, question }) => {
    if (!question.toLowerCase().includes(search)) return false
    if (show === 'all') return true
    return show === 'changed' ? !change.startsWith('stayed_') : outcome !== 'right'
  })
  const count = (change: OutcomeChange) => rows.filter((row) => row.change === change).length
  return {
    before,
    after,
    counts: {
      fixed: count('fixed'),
      broken: count('broken'),
      changed: count('changed'),
      stayed_right: count('stayed_right'),
      stayed_wrong: count('stayed_wrong'),
      stayed_declined: count('stayed_declined'),
      stayed_failed: count('stayed_failed'),
      added: count('added'),
      removed: count('removed'),
    },
    questions: shown.slice(offset, offset + 100),
    total: shown.length,
  }
}

export function makeSet(fields: Partial<EvaluationSet> = {}): EvaluationSet {
  return {
    id: 's1',
    area_id: 'a1',
    name: 'Sales questions',
    description: null,
    database_config_id: 'db1',
    database_name: 'Sample Shop',
    today: null,
    run_as_user_id: null,
    run_as_name: null,
    run_as_email: null,
    model: null,
    prices: null,
    budget: null,
    adds_answers: true,
    runs_after_changes: false,
    alerts: false,
    question_count: 0,
    approved_count: 0,
    incomplete_count: 0,
    active_run: null,
    last_run: null,
    notice: null,
    created_by_name: 'ada',
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeQuestion(fields: Partial<EvaluationQuestion> = {}): EvaluationQuestion {
  return {
    id: 'q1',
    set_id: 's1',
    question: 'How many orders are there?',
    context: null,
    tags: ['count'],
    expects: 'sql',
    expected_sql: 'SELECT COUNT(*) FROM orders',
    is_shortened: false,
    expected_rows: null,
    expected_row_count: null,
    expected_column_count: null,
    is_approved: true,
    approved_by_name: 'ada',
    approved_at: '2026-11-14T00:00:00.000Z',
    source: 'hand',
    depends_on_today: false,
    author_name: 'ada',
    is_own: true,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeRun(fields: Partial<EvaluationRun> = {}): EvaluationRun {
  return {
    id: 'r1',
    set_id: 's1',
    number: 1,
    status: 'finished',
    reason: null,
    trigger: 'manual',
    started_by_name: 'ada',
    run_as_name: 'ada',
    run_as_email: 'ada@example.com',
    provider: 'builtin',
    model: 'builtin',
    today: '2026-11-22',
    is_partial: false,
    in_draft: false,
    total: 3,
    done: 3,
    right: 2,
    wrong: 1,
    declined: 0,
    failed: 0,
    warned: 0,
    median_ms: 500,
    model_calls: 0,
    tokens: 0,
    cost: null,
    created_at: '2026-11-21T18:00:00.000Z',
    started_at: '2026-11-21T18:00:00.000Z',
    ended_at: '2026-11-21T18:01:00.000Z',
    ...fields,
  }
}

export function makeResult(fields: Partial<EvaluationResultDetail> = {}): EvaluationResultDetail {
  return {
    question_id: 'q1',
    question: 'How many orders are there?',
    tags: ['count'],
    run_id: 'r1',
    outcome: 'right',
    warnings: [],
    reason: null,
    columns: 'same',
    ms: 500,
    model_calls: 0,
    tokens: 0,
    cost: null,
    expected_sql: 'SELECT COUNT(*) FROM orders',
    actual_sql: 'SELECT COUNT(*) FROM orders',
    is_shortened: false,
    expected_rows: 1,
    expected_columns: 1,
    actual_rows: 1,
    actual_columns: 1,
    differing_values: null,
    is_approved: true,
    approved_at: '2026-11-14T00:00:00.000Z',
    ...fields,
  }
}

export function makeRerunSide(fields: Partial<RerunSide> = {}): RerunSide {
  return {
    sql_query: 'SELECT COUNT(*) FROM orders',
    columns: [{ name: 'orders', kind: 'integer', dataType: 'INTEGER' }] as RerunSide['columns'],
    results: [[12]],
    row_count: 1,
    truncated: false,
    database_ms: 1,
    error: null,
    ...fields,
  }
}

export function makeRerun(): RerunEvaluation {
  return {
    ran_at: '2026-11-22T13:10:00.000Z',
    today: '2026-11-22',
    is_as_in_run: true,
    difference: null,
    expected: makeRerunSide(),
    actual: makeRerunSide(),
  }
}

export function makeBadge(
  fields: Partial<EvaluationBadges['badges'][number]> = {},
): EvaluationBadges['badges'][number] {
  return {
    area_id: 'a1',
    set_id: 's1',
    set_name: 'Sales questions',
    run_id: 'r1',
    right: 42,
    total: 45,
    ended_at: new Date().toISOString(),
    has_fallen: false,
    ...fields,
  }
}
