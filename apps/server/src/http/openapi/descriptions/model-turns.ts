import type { SchemaTexts } from './text.ts'

/** What a model was given, used, and chose. */
export const modelTurnTexts: SchemaTexts = {
  ResultChart: {
    description: 'The chart that a model chose for a result. Columns are positions in the result.',
    properties: {
      type: ['Kind of the chart.', 'bar'],
      x: ['Column of the categories, dates, or horizontal values.', 0],
      y: ['Columns of the numbers.', [1]],
      series: ['Column with one line or group of bars per value. Null for none.', null],
      stack: ['How bars are arranged if a place has several: `share` makes them parts of 100%.', 'none'],
      lines: ['Those of the columns `y` that are drawn as lines over the bars.', []],
      references: ['Numbers on the axis of `y` that are marked with a line.', [10000]],
      sort: ['Order of the bars or slices.', 'rows'],
      title: ['Title of the chart, in the words of the model. Null for none.', 'Orders by month'],
    },
  },
  ResultLook: {
    description: 'What a question asks of its chart besides the kind.',
    properties: {
      stack: ['How bars are arranged if a place has several: `share` makes them parts of 100%.', 'stacked'],
      lines: ['Words for the columns that are drawn as lines over bars. If empty, all except the first.', ['orders']],
      references: ['Numbers on the axis that are marked with a line.', [10000]],
    },
  },
  TurnPrompt: {
    description: 'What a model was given for a question: sizes, counts, and names of tables, without texts and values.',
    properties: {
      whole: 'Parts of the prompt, in their order.',
      short: 'Parts of the prompt for describing the rows. Empty if the model never got it.',
      calls: 'Calls of models, in their order.',
    },
  },
  PromptPart: {
    description: 'A part of a prompt.',
    example: { kind: 'schema', characters: 5200, tokens: 1400, count: 2, total: 6, tables: ['customers', 'orders'] },
    properties: {
      kind: ['Kind of the part.', 'schema'],
      characters: ['Characters of the part.', 5200],
      tokens: ['Tokens of the part, as the server estimates them.', 1400],
      count: ['Number of its tables, facts, values, examples, questions, files, or tools. Absent for one text.', 2],
      total: ['Number of tables that you can use. Only for `schema`.', 6],
      tables: ['Names of the tables, at most 200. Only for `schema`.', ['customers', 'orders']],
    },
  },
  PromptCall: {
    description: 'A call of a model.',
    properties: {
      model: ['Name of the model.', 'gpt-5.4'],
      form: [
        'How the model was asked for tool calls: by its protocol, as JSON by a schema, or as text with SQL.',
        'tools',
      ],
      prompt: ['Which prompt it got. `other`: its own, to write SQL.', 'whole'],
      prompt_tokens: ['Tokens of the prompt.', 1850],
      cached_tokens: ['Tokens of the prompt that the provider read from its cache.', 1500],
      completion_tokens: ['Tokens of the answer.', 120],
      is_estimated: ['Whether the server counted the tokens itself, because a call was interrupted.', false],
      milliseconds: ['Milliseconds from the request to the end of the answer.', 1400],
      results: 'What tools returned to the model after this call.',
      'results.tool': ['Name of the tool. Null if the model called an unknown tool.', 'execute_sql_query'],
      'results.characters': ['Characters of the result.', 420],
      'results.tokens': ['Tokens of the result, as the server estimates them.', 140],
    },
  },
  TokenUsage: {
    description: 'Tokens that a model used.',
    properties: {
      prompt_tokens: ['Tokens of the prompt.', 1850],
      completion_tokens: ['Tokens of the answer.', 120],
      total_tokens: ['All tokens.', 1970],
      cached_tokens: ['Tokens of the prompt that the provider read from its cache.', 1500],
      cache_write_tokens: ['Tokens of the prompt that the provider added to its cache.', 0],
      reasoning_tokens: ['Tokens of the answer that the model used for thinking.', 0],
      is_estimated: ['Whether the server counted tokens itself, because a call was interrupted.', false],
      cost: ['What the calls cost by the price list. Null if the price of a model is unknown.', 0.0042],
      currency: ['The currency of `cost`.', 'USD'],
      model: ['ID of the model.', 'gpt-5-mini'],
    },
  },
}
