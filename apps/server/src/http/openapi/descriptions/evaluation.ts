import type { PropertyText, SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const setId = '6e1f0a52-8c34-4f7b-9d20-1b5a7c3e8f46'
const runId = 'c2a95d10-3f6e-4b81-a7c4-0d9e5f2b6a73'
const questionId = 'f83b1c6d-27a0-4e95-b6d1-4c8a9e0f5723'
const userId = '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'
const sql = "SELECT COUNT(*) AS n FROM orders WHERE status = 'delivered'"
const cause = { text: '{missing} of {expected} rows differ.', values: { missing: 1, expected: 4 } }

const set_id: PropertyText = ['ID of the question set.', setId]
const run_id: PropertyText = ['ID of the run.', runId]
const question_id: PropertyText = ['ID of the question.', questionId]
const question: PropertyText = ['The question.', 'How many orders were delivered?']
const tags: PropertyText = ['Tags of the question.', ['orders']]
const run_as_name: PropertyText = ['Name of that user. Null: none, gone, or you are not allowed to see it.', 'Ann']
const run_as_email: PropertyText = [
  'Email address of that user. Null: none, gone, or you are not allowed to see it.',
  'ann@example.com',
]

const setTexts: SchemaTexts[string]['properties'] = {
  name: ['Name of the question set, unique in the area.', 'Sales questions'],
  description: ['What the questions are about. Null: none.', 'Questions of the weekly sales meeting'],
  database_config_id: [
    'ID of the connection that the questions are asked of. Null if it was deleted.',
    '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145',
  ],
  today: ['Today’s date in every run. Null for the date of the run.', '2026-11-01'],
  run_as_user_id: ['ID of the user that runs ask as. Null for the user who starts the run.', userId],
  model: 'The model of the runs. Null for the model that answers questions.',
  prices: 'Prices of the model, to compute the cost of runs. Null: the cost is unknown.',
  budget: 'Limits of each run. Null: none.',
  runs_after_changes: 'Whether a change of the model, the area, or the tables starts a run.',
  alerts: 'Whether the owner of the area gets an email when fewer answers are right than before.',
  adds_answers:
    'Whether answers that are approved as verified examples become questions of this set. The default is yes.',
}

const resultTexts: SchemaTexts[string]['properties'] = {
  question_id,
  question,
  tags,
  outcome: ['How the question ended.', 'wrong'],
  warnings: ['Kinds of the warnings of the answer.', ['join_fan_out'], []],
  reason: ['Why the answer is not right, without values. Null if it is.', cause],
  columns: ['For a right answer: how its columns relate to the expected ones. Null otherwise.', 'same', null],
  ms: ['Milliseconds from the question to the answer.', 540],
  model_calls: ['Number of model calls.', 2],
  tokens: ['Tokens of all model calls.', 3100],
  cost: ['Cost by the prices of the set. Null: unknown.', 0.004],
}

/** Texts of the evaluation of business areas. */
export const evaluationTexts: SchemaTexts = {
  CreateEvaluationSetRequest: {
    description: 'A new question set.',
    properties: {
      ...setTexts,
      database_config_id: [
        'ID of the connection. The default is your selected one.',
        '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145',
      ],
    },
  },
  UpdateEvaluationSetRequest: {
    description: 'A change to a question set. What is absent keeps its value.',
    properties: setTexts,
  },
  EvaluationSet: {
    description: 'A question set of a business area.',
    properties: {
      ...setTexts,
      id: ['ID of the question set.', setId],
      database_name: ['Name of the connection. Null if it was deleted.', 'Shop'],
      run_as_name,
      run_as_email,
      question_count: ['Number of questions.', 45],
      approved_count: ['Number of approved questions.', 43],
      incomplete_count: ['Number of questions without expected SQL or rows. Runs skip them.', 0],
      active_run: 'The run that waits or is in progress. Null: none.',
      last_run: 'The last run that asked all questions. Null: none.',
      notice: 'Set if fewer answers of that run are right than before. Null otherwise.',
      created_by_name: ['Name of the user who created it. Null if the user is gone.', 'Ann'],
    },
  },
  EvaluationSetList: {
    description: 'The question sets of a business area.',
    properties: { sets: 'The question sets, oldest first.' },
  },
  EvaluationNotice: {
    description: 'Fewer answers are right than in the run before.',
    properties: {
      run_id,
      before_run_id: ['ID of the run before.', '0b7d3e84-6a1c-4f92-8e55-9c2f4a6d1b30'],
      right: ['Right answers now, among the questions of both runs.', 40],
      right_before: ['Right answers before.', 42],
      total: ['Number of questions of both runs.', 45],
      at: ['When the run ended.', time],
    },
  },
  EvaluationModel: {
    description: 'A model for the runs. Its stored API key is used, only at the address that it was stored for.',
    properties: {
      provider: 'Provider of the model.',
      model: ['ID of the model.', 'gpt-5.2'],
      base_url: ['Base URL of the API. Only for `openai-compatible`.', 'https://llm.example.com/v1', null],
    },
  },
  TokenPrices: {
    description: 'Prices of a model, in any currency.',
    properties: {
      prompt_per_million: ['Price of a million tokens that the model reads.', 1.25],
      completion_per_million: ['Price of a million tokens that the model writes.', 10],
    },
  },
  RunBudget: {
    description: 'Limits of a run. It ends when it reaches one of them.',
    properties: {
      questions: ['Number of questions.', 100],
      tokens: ['Number of tokens.', 500_000],
      cost: ['Cost, by the prices of the set.', 5],
      minutes: ['Minutes.', 60],
    },
  },
  StartEvaluationRequest: {
    description: 'A run to start. What is absent is as in the set.',
    properties: {
      run_as_user_id: ['ID of the user to ask as. Null for you.', userId],
      model: 'The model. Null for the model that answers questions.',
      today: ['Today’s date in the run. Null for the current date.', '2026-11-01'],
      budget: 'Limits of the run. Null: none.',
      tag: ['Ask only questions with this tag.', 'orders'],
      question_ids: ['Ask only these questions. Questions that no longer exist are left out.', [questionId]],
      in_draft: ['Ask in the draft of the area.', false],
      like_run_id: ['ID of a run of the set. Its user, model, and draft are used unless you choose others.', runId],
      only_approved: 'Whether to ask only approved questions.',
    },
  },
  EvaluationRun: {
    description: 'A run of a question set, with its progress.',
    properties: {
      id: ['ID of the run.', runId],
      set_id,
      number: ['Number of the run in its set.', 14],
      status: ['State of the run. `stopped`: it ended early.', 'finished'],
      reason: ['Why it ended early. Null otherwise.', null],
      trigger: 'What started it.',
      started_by_name: ['Name of the user who started it. Null if the user is gone.', 'Ann'],
      run_as_name,
      run_as_email,
      provider: ['Provider of the model.', 'builtin'],
      model: ['ID of the model.', 'builtin'],
      today: ['Today’s date in the run.', '2026-11-23'],
      is_partial: [
        'Whether it asks only some questions: those with a tag, or chosen ones. Such a run is never the last run.',
        false,
      ],
      in_draft: ['Whether it asks in the draft of the area. Such a run is never the last run.', false],
      total: ['Number of questions to ask.', 45],
      done: ['Number of questions with an outcome.', 45],
      right: ['Number of right answers.', 42],
      wrong: ['Number of wrong answers.', 2],
      declined: ['Number of questions that were refused or not understood.', 1],
      failed: ['Number of questions that ended with an error or a time limit.', 0],
      warned: ['Number of answers with a warning.', 3],
      median_ms: ['Median time of an answer in milliseconds. Null before the end.', 600],
      model_calls: ['Number of model calls.', 0],
      tokens: ['Tokens of all model calls.', 0],
      cost: ['Cost by the prices of the set. Null: unknown.', null],
      started_at: ['When the first process began to work on it. Null: it waits.', time],
      ended_at: ['When it ended. Null before that.', time],
    },
  },
  EvaluationRunList: { description: 'Runs of a question set.', properties: { runs: 'The runs, newest first.' } },
  EvaluationResult: { description: 'The outcome of a question in a run.', properties: resultTexts },
  EvaluationResultPage: {
    description: 'A page of outcomes.',
    properties: {
      results: 'The outcomes, in the order of the questions.',
      total: ['Number of outcomes that match.', 3],
    },
  },
  EvaluationResultDetail: {
    description: 'The outcome of a question, with both queries.',
    properties: {
      ...resultTexts,
      run_id,
      expected_sql: [
        'The expected SQL of the run. Values that you are not allowed to read are left out. Null: none.',
        sql,
      ],
      actual_sql: ['The SQL of the answer. Values that you are not allowed to read are left out. Null: none.', sql],
      is_shortened: ['Whether values were left out.', false],
      expected_rows: ['Number of expected rows. Null: not run.', 4],
      expected_columns: ['Number of expected columns. Null: not run.', 2],
      actual_rows: ['Number of rows of the answer. Null: none.', 4],
      actual_columns: ['Number of columns of the answer. Null: none.', 2],
      differing_values: ['Number of values that differ. Null if nothing was compared.', 4],
      is_approved: ['Whether the question is approved now. Null if it was deleted.', true],
      approved_at: ['When the question was approved. Null: not approved.', time],
    },
  },
  EvaluationComparison: {
    description: 'Two runs of a set, question by question.',
    properties: {
      before: 'The earlier run.',
      after: 'The later run.',
      counts: 'Number of questions by kind of change.',
      'counts.fixed': ['Right now, but not before.', 4],
      'counts.broken': ['Right before, but not now.', 2],
      'counts.changed': ['Not right, and another outcome than before.', 0],
      'counts.stayed_right': ['Right in both runs.', 38],
      'counts.stayed_wrong': ['Wrong in both runs.', 0],
      'counts.stayed_declined': ['Declined in both runs.', 1],
      'counts.stayed_failed': ['Failed in both runs.', 0],
      'counts.added': ['Only in the later run.', 0],
      'counts.removed': ['Only in the earlier run.', 0],
      questions: 'The questions of this page.',
      'questions.question_id': question_id,
      'questions.question': question,
      'questions.tags': tags,
      'questions.before': 'Outcome in the earlier run. Null: not asked.',
      'questions.after': 'Outcome in the later run. Null: not asked.',
      'questions.change': 'How the outcome changed.',
      'questions.has_warning': ['Whether the answer of the later run had a warning.', false],
      total: ['Number of questions that match `show`.', 6],
    },
  },
  RerunSide: {
    description: 'The result of one query.',
    properties: {
      sql_query: ['The SQL. Values that you are not allowed to read are left out. Null: none.', sql],
      row_count: ['Number of rows. `results` may have fewer.', 1],
      error: ['Why there are no rows to show. Null otherwise.', null],
    },
  },
  DeleteEvaluationSetResponse: {
    description: 'What was deleted.',
    properties: { success: 'Whether it was deleted.', id: ['ID of the deleted item.', setId] },
  },
  DeleteEvaluationRunResponse: {
    description: 'What was deleted.',
    properties: { success: 'Whether it was deleted.', id: ['ID of the deleted run.', runId] },
  },
  RerunEvaluationResponse: {
    description: 'Both queries of an outcome, run again with your rights.',
    properties: {
      ran_at: ['When they ran.', time],
      today: ['The date that `:today` meant.', '2026-11-23'],
      expected: 'The expected result.',
      actual: 'The result of the answer.',
      difference: 'What differs. Null unless both have rows.',
      'difference.is_equal': 'Whether the answer is right with your rights and the current data.',
      'difference.summary': ['What differs, in words.', cause],
      'difference.differing_values': ['Number of values that differ.', 4],
      'difference.cells': 'The first cells that differ.',
      'difference.cells.row': ['Row of the expected result, from 0.', 0],
      'difference.cells.column': ['Column of the expected result, from 0.', 1],
      'difference.cells.actual_row': ['Row of the answer, from 0.', 0],
      'difference.cells.actual_column': ['Column of the answer, from 0.', 1],
      is_as_in_run: [
        'Whether the answer has the same rows as in the run. If not, the data or the rights differ. Null if it cannot be said.',
        true,
      ],
    },
  },
  EvaluationBadges: {
    description: 'The last evaluation of business areas.',
    properties: {
      badges: 'One entry per area.',
      'badges.set_id': set_id,
      'badges.set_name': ['Name of the question set.', 'Sales questions'],
      'badges.run_id': run_id,
      'badges.right': ['Number of right answers.', 42],
      'badges.total': ['Number of questions.', 45],
      'badges.ended_at': ['When the run ended.', time],
      'badges.has_fallen': ['Whether fewer answers are right than in the run before.', false],
    },
  },
}

/** Texts of enums and of the parts of a result that ran again. */
export const evaluationPartTexts: SchemaTexts = {
  QuestionOutcome: {
    description: 'How a question ended. `declined`: refused or not understood. `failed`: an error or a time limit.',
  },
  QuestionSource: { description: 'Where a question came from.' },
  RunStatus: {
    description: 'State of a run. `stopped`: it ended early, by its budget or because it could not continue.',
  },
  RunTrigger: { description: 'What started a run.' },
  ImportFormat: { description: 'Format of a file with questions.' },
  OutcomeChange: {
    description: 'How an outcome changed between two runs. `changed`: from one outcome that is not right to another.',
  },
}
