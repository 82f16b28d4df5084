import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const turnId = '9d1c2f4a-0b6e-4c47-9a4f-7f5f2f1f6c11'
function pattern(of: string, example: string): readonly [string, string] {
  return [`ICU pattern of ${of}, if it has values. To translate it, format a translation of the pattern.`, example]
}

/** Texts of verified examples. */
export const exampleTexts: SchemaTexts = {
  VerifiedExampleStatus: {
    description: 'State of a verified example. `wrong` is a report of a wrong answer.',
  },
  VerifiedExample: {
    description: 'A question with SQL that a user confirmed.',
    properties: {
      id: ['ID of the example.', '5d20aac8-e147-4b9f-a03c-d86f1b72e594'],
      area_id: ['ID of the business area. Null: asked without one.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      question: ['The question.', 'How many orders are there?'],
      sql_query: [
        'SQL of the answer. Values that the question does not name are left out, except in SQL written by hand.',
        'SELECT COUNT(*) AS orders FROM orders',
      ],
      reading: ['How the question was understood. Null if unknown.', 'The number of orders'],
      status: 'State of the example.',
      reason: 'Why the answer was reported as wrong. Null if there is no report, or it has no reason.',
      comment: ['What the user wrote about a wrong answer. Null: nothing.', 'It should be the fiscal year.'],
      created_by: [
        'ID of the user who created it. Null if the user no longer exists.',
        '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318',
      ],
      created_by_name: ['Name of the user who created it. Null if the user no longer exists.', 'Ann'],
      created_at: ['When the example was created.', time],
      decided_at: ['When it was approved, rejected, or corrected. Null if it was not.', time],
      verified_at: ['When the SQL last ran. Null if it never ran as it is.', time],
      problem: 'Why the SQL no longer runs. Null if it runs, or if you cannot approve the example.',
      is_own: 'Whether you created it.',
      may_decide: 'Whether you can approve, reject, and delete it.',
    },
  },
  ExampleProblem: {
    description: 'Why the SQL of a verified example no longer runs.',
    properties: {
      message: ['The reason, for people.', 'A table or column in this query does not exist in the database.'],
      pattern: pattern('the reason', 'There is no column {column} in {table}.'),
      values: ['Values of the pattern, by name.', { column: 'total', table: 'orders' }],
    },
  },
  CheckedExample: {
    description: 'A verified example with the result of running it for you.',
    like: ['VerifiedExample'],
    properties: {
      result: 'Result of the SQL. Null if it no longer runs.',
      'result.columns': 'Columns of the result.',
      'result.results': ['The first rows.', [[412]]],
      'result.row_count': ['Number of rows, up to 100.', 1],
      'result.truncated': 'Whether there are more rows.',
    },
  },
  DecideExamplesRequest: {
    description: 'A decision about several verified examples.',
    properties: {
      ids: ['IDs of the examples.', ['5d20aac8-e147-4b9f-a03c-d86f1b72e594']],
      decision: 'What to do with all of them.',
    },
  },
  DecidedExamples: {
    description: 'The decided examples, and those that could not be decided.',
    properties: {
      decided: 'The examples with their new state.',
      failed: 'Examples that stay as they are.',
      'failed.id': ['ID of the example.', '5d20aac8-e147-4b9f-a03c-d86f1b72e594'],
      'failed.message': ['The reason, for people.', 'Answers reported as wrong cannot become verified examples.'],
      'failed.pattern': pattern('the reason', 'There is no example {id}.'),
      'failed.values': ['Values of the pattern, by name.', { id: '5d20aac8-e147-4b9f-a03c-d86f1b72e594' }],
    },
  },
  ExamplesAttention: {
    description: 'Numbers of examples that need something from you.',
    properties: {
      pending: ['Number of examples that wait for approval.', 2],
      failing: ['Number of approved examples that no longer run.', 1],
      areas: 'The business areas that have some. Examples without an area are only in the totals.',
      'areas.area_id': ['ID of the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      'areas.pending': ['Number of its examples that wait for approval.', 2],
      'areas.failing': ['Number of its approved examples that no longer run.', 1],
    },
  },
  AddExampleRequest: {
    description: 'A question with SQL that answers it.',
    like: ['VerifiedExample'],
    properties: {
      area_id: ['ID of the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      database_config_id: [
        "ID of the connection that runs the SQL. The default is the selected connection, or the first tested one of the area's application.",
        '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145',
      ],
      sql_query: ['A query that runs on the connection.', 'SELECT COUNT(*) AS orders FROM orders'],
    },
  },
  UpdateExampleRequest: {
    description: 'The new question and SQL of a verified example.',
    like: ['AddExampleRequest', 'VerifiedExample'],
  },
  CreateExampleRequest: {
    description: 'A rating of an answer.',
    properties: {
      turn_id: ['ID of your turn whose answer you rate.', turnId],
      verdict: 'Whether the answer is right. The default is `right`.',
      question: ['The question, if it needs other words to make sense alone.', 'How many orders are there?'],
      reason: 'Why the answer is wrong. Only for a wrong answer.',
      comment: ['What is wrong, in your words. Only for a wrong answer.', 'It should be the fiscal year.'],
    },
  },
  WrongReason: {
    description:
      'Why an answer is wrong: it reads another table, has another condition, has another period, or its numbers are wrong.',
  },
  CorrectExampleRequest: {
    description: 'The SQL that answers the question of a wrong answer.',
    like: ['AddExampleRequest', 'VerifiedExample'],
    properties: { as_example: 'Whether it also becomes a verified example. The default is no.' },
  },
  CorrectedExample: {
    description: 'A corrected report of a wrong answer, with the result of the new SQL for you.',
    like: ['CheckedExample', 'VerifiedExample'],
    properties: {
      added_question: 'The question of the evaluation. It may have been there before.',
      'added_question.id': ['ID of the question.', 'f83b1c6d-27a0-4e95-b6d1-4c8a9e0f5723'],
      'added_question.set_id': ['ID of the question set.', '6e1f0a52-8c34-4f7b-9d20-1b5a7c3e8f46'],
      'added_question.set_name': ['Name of the question set.', 'Sales questions'],
    },
  },
  DeleteExampleResponse: {
    description: 'The deleted example.',
    properties: { id: ['ID of the example.', '5d20aac8-e147-4b9f-a03c-d86f1b72e594'] },
  },
}
