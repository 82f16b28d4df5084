import type { PropertyText, SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const setId = '6e1f0a52-8c34-4f7b-9d20-1b5a7c3e8f46'
const questionId = 'f83b1c6d-27a0-4e95-b6d1-4c8a9e0f5723'
const sql = "SELECT COUNT(*) AS n FROM orders WHERE status = 'delivered'"

const set_id: PropertyText = ['ID of the question set.', setId]
const question: PropertyText = ['The question.', 'How many orders were delivered?']
const tags: PropertyText = ['Tags of the question.', ['orders']]
const question_ids: PropertyText = ['IDs of the questions. Absent: all questions of the set.', [questionId]]

const questionTexts: SchemaTexts[string]['properties'] = {
  question,
  context: [
    'More about the question for the model, such as the evidence of BIRD. Null: none.',
    'Delivered means done.',
  ],
  tags,
  expected_sql: ['SQL that returns the right rows. `:today` is the date of the run.', sql],
  expected_rows: 'The right rows, instead of SQL.',
  depends_on_today: 'Whether the expected SQL depends on the current date. If absent, it is found from the SQL.',
  expected_updated_at: ['`updated_at` that you read. If it has changed since, the response is 409.', time],
}

const exampleFile = {
  format: 'csv',
  file_name: 'questions.csv',
  text: 'question,expected_sql,tags\nHow many orders?,SELECT COUNT(*) FROM orders,orders',
}

const fileTexts: SchemaTexts[string]['properties'] = {
  format: 'Format of the file.',
  file_name: ['Name of the file, for errors.', exampleFile.file_name],
  text: ['The text of the file.', exampleFile.text],
  db_id: ['For Spider and BIRD: the database whose questions are added.', 'concert_singer'],
}

/** Texts of the questions of an evaluation, and of files with questions. */
export const evaluationQuestionTexts: SchemaTexts = {
  CreateEvaluationQuestionRequest: {
    description: 'A new question, with expected SQL or expected rows.',
    properties: questionTexts,
    example: { question: 'How many orders were delivered?', expected_sql: sql, tags: ['orders'] },
  },
  UpdateEvaluationQuestionRequest: {
    description: 'A change to a question. What is absent keeps its value.',
    properties: questionTexts,
    example: { expected_sql: sql },
  },
  EvaluationQuestion: {
    description: 'A question of a set.',
    properties: {
      ...questionTexts,
      id: ['ID of the question.', questionId],
      set_id,
      expects: 'What tells whether an answer is right.',
      expected_sql: [
        'SQL that returns the right rows. For users other than the author, values that the question does not name are left out.',
        sql,
      ],
      is_shortened: ['Whether values were left out of `expected_sql`.', false],
      expected_rows: 'The right rows. Only for their author.',
      expected_row_count: ['Number of expected rows. Null if SQL is expected.', null],
      expected_column_count: ['Number of expected columns. Null if SQL is expected.', null],
      is_approved: 'Whether someone approved it.',
      approved_by_name: ['Name of the user who approved it. Null: none.', 'Ann'],
      approved_at: ['When it was approved. Null: not approved.', time],
      source: 'Where it came from.',
      depends_on_today: 'Whether the expected SQL depends on the current date.',
      author_name: ['Name of the user who wrote what it expects. Null if the user is gone.', 'Ann'],
      is_own: 'Whether you are the author.',
    },
  },
  EvaluationQuestionPage: {
    description: 'A page of questions.',
    properties: {
      questions: 'The questions, in the order of the set.',
      total: ['Number of questions that match.', 45],
      tags: 'Tags of the set, most frequent first.',
      'tags.tag': ['The tag.', 'orders'],
      'tags.count': ['Number of questions with it.', 12],
    },
  },
  ExpectedRows: {
    description: 'Rows that an answer must have.',
    properties: {
      columns: ['Names of the columns. An answer may name them differently.', ['n']],
      rows: ['The rows. Each row is an array of cells in the order of `columns`.', [[412]]],
      ordered: ['Whether the order of the rows matters.', false],
    },
  },
  ApproveEvaluationQuestionsRequest: {
    description: 'Questions to approve.',
    properties: { question_ids, approved: 'Whether to approve them, or to withdraw the approval.' },
  },
  ApproveEvaluationQuestionsResponse: {
    description: 'What changed.',
    properties: { changed: ['Number of questions that changed.', 2] },
  },
  CheckEvaluationFileRequest: { description: 'A file with questions.', properties: fileTexts, example: exampleFile },
  ImportEvaluationRequest: {
    description: 'A file with questions.',
    properties: { ...fileTexts, dry_run: 'Whether to check the file without storing anything.' },
    example: exampleFile,
  },
  ImportEvaluationResponse: {
    description: 'What was stored, or why not.',
    properties: {
      added: ['Number of stored questions. 0 if any question has an error.', 12],
      found: ['Number of questions in the file.', 12],
      known: ['Number of questions that the set already had.', 0],
      error_count: ['Number of errors.', 0],
      errors: ['The first errors.', []],
      'errors.line': ['Line of the file. Null if unknown.', 3],
      'errors.question': ['The question. Null if the error is about the whole file.', 'How many orders?'],
      'errors.message': ['What is wrong.', { text: 'This query was refused.' }],
      databases: ['For Spider and BIRD: the databases of the file.', []],
      'databases.db_id': ['Name of the database.', 'concert_singer'],
      'databases.questions': ['Number of its questions.', 45],
    },
  },
  AddExamplesResponse: {
    description: 'What was added.',
    properties: {
      added: ['Number of added questions.', 8],
      known: ['Number of examples that the set already had.', 2],
      refused: ['Number of examples whose SQL is refused now or lacks values.', 0],
    },
  },
  EvaluationSetOfFile: {
    description: 'A question set in the file of an area.',
    properties: {
      name: ['Name of the question set.', 'Sales questions'],
      description: ['What the questions are about.', 'Questions of the weekly sales meeting'],
      questions: 'The questions.',
    },
  },
  EvaluationQuestionOfFile: {
    description:
      'A question in the file of an area. It has no SQL if the SQL has values that the question does not name.',
    properties: {
      question,
      context: ['More about the question for the model.', 'Delivered means done.'],
      tags,
      expected_sql: ['SQL that returns the right rows.', sql],
    },
  },
}
