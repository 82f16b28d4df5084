import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const conversationId = '2b1f7d9e-4a0c-4b65-8f0e-1d2c3b4a5f60'
const turnId = '9d1c2f4a-0b6e-4c47-9a4f-7f5f2f1f6c11'
function pattern(of: string, example: string): readonly [string, string] {
  return [`ICU pattern of ${of}, if it has values. To translate it, format a translation of the pattern.`, example]
}
const values = 'Values of the pattern, by name.'
const readings = {
  readings: 'Possible readings of an ambiguous question, to choose from.',
  'readings.label': ['What the reading means.', 'By order date'],
  'readings.question': ['The question, rewritten for this reading.', 'How many orders are there per order date?'],
  'readings.pattern': pattern('`label`', 'different values of {column}'),
  'readings.values': [values, { column: 'city' }],
  'readings.display_sql': ['SQL of this reading. It has passed the same checks as an answer.', 'SELECT * FROM orders'],
  'readings.row_count': [
    'Rows that you would get. Null: they could not be counted in time. Absent: they were not counted.',
    11,
  ],
} as const
const fileData = ['Bytes of the file, in Base64.', 'YSxiCjEsMgo='] as const
const fileType = ['Media type of the file.', 'text/csv'] as const
const fileName = ['Name of the file.', 'orders.csv'] as const

/** Texts of conversations, questions, and events. */
export const chatTexts: SchemaTexts = {
  ConversationState: {
    description: 'State of a conversation. Unknown keys are refused.',
    example: { 'app:session_name': 'Orders', 'user:database_config_id': '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145' },
    properties: {
      'user:id': ['ID of the user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      'user:business_area_id': [
        'ID of the business area of the conversation. Null: none.',
        '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83',
      ],
      'user:database_config_id': [
        'ID of the connection of the conversation. Null: the selected one.',
        '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145',
      ],
      'app:session_name': ['Name of the conversation.', 'Orders'],
      'app:created_at': ['When the conversation was created.', time],
      'app:last_accessed': ['When the conversation was last used.', time],
      'app:recent_messages': ['Last messages.', [{ text: 'How many orders are there?' }]],
      'app:last_message_time': ['When the last message was sent.', time],
      'app:asked_file': [
        'ID of the file that questions are about. Null: the connection.',
        'c5d1e9a7-2b64-4f38-90e7-8a1f6d3c7b52',
      ],
      'app:area_draft': [
        'Whether questions are asked in the draft of the business area. Only for users who may edit the area.',
        false,
      ],
    },
  },
  ConversationSummary: {
    description: 'A conversation, as lists show it.',
    properties: {
      id: ['ID of the conversation. Same as `session_id`.', conversationId],
      session_id: ['ID of the conversation. Same as `id`.', conversationId],
      appName: ['Name of the app.', 'nl_to_sql_agent'],
      userId: ['ID of the user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      session_name: ['Name of the conversation.', 'Orders'],
      created_at: ['When the conversation was created.', time],
      last_accessed: ['When the conversation was last used.', time],
      business_area_id: ['ID of the business area. Null: none.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      database_config_id: ['ID of the connection. Null: the selected one.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      database_removed: ['Whether the connection was deleted or is no longer shared with you.', false],
      last_message: ['First 50 characters of the last message. Null if there is none.', 'How many orders are there?'],
      state: 'State of the conversation.',
    },
  },
  Conversation: {
    description: 'A conversation with its events.',
    like: ['ConversationSummary'],
    properties: {
      events: 'All events of the conversation, in order.',
      running_turn_id: ['ID of the turn that is running. Null if none is.', turnId],
    },
  },
  CreateConversationRequest: { description: 'A new conversation.', properties: { state: 'Initial state.' } },
  UpdateConversationRequest: {
    description: 'Changes of the state of a conversation.',
    properties: { state_delta: 'Keys to change. Absent keys keep their values.' },
  },
  DeleteConversationResponse: { description: 'The deleted conversation.' },
  CancelTurnResponse: { description: 'The turn was canceled.' },
  DeleteAllConversationsResponse: {
    description: 'Result of deleting all conversations.',
    properties: { action: 'Always `deleted`. `frontend_delete` is reserved.' },
  },
  DeleteConversationsResponse: { description: 'Result of deleting conversations.' },
  ConversationStatistics: {
    description: 'Number and age of all conversations.',
    properties: {
      total_sessions: ['Number of conversations.', 240],
      sessions_by_age: 'Number of conversations, by the last access.',
      'sessions_by_age.last_24h': ['In the last 24 hours.', 12],
      'sessions_by_age.last_week': ['In the last 7 days.', 80],
      'sessions_by_age.last_month': ['In the last 30 days.', 200],
      'sessions_by_age.older_than_month': ['More than 30 days ago.', 40],
      database_size_mb: ['Size of the store in megabytes. Null if unknown.', 18.5],
    },
  },
  ListConversationFilesResponse: { description: 'Names of the files.', example: ['orders.csv'] },
  AskQuestionRequest: {
    description: 'A question.',
    example: {
      appName: 'nl_to_sql_agent',
      userId: '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318',
      sessionId: conversationId,
      turnId,
      newMessage: { role: 'user', parts: [{ text: 'How many orders are there?' }] },
    },
    properties: {
      appName: 'Name of the app.',
      userId: ['Your user ID.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      sessionId: ['ID of the conversation. The default is your default conversation.', conversationId],
      newMessage: 'The message.',
      'newMessage.role': 'Always `user`.',
      'newMessage.parts': 'Texts and files of the message.',
      businessAreaId: [
        'ID of the business area, from now on in this conversation.',
        '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83',
      ],
      databaseConfigId: [
        'ID of the connection, from now on in this conversation.',
        '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145',
      ],
      turnId: [
        'ID of the new turn: 8 to 100 letters, digits, `-`, and `_`. If a turn has this ID, the request follows that turn, so you can repeat a request safely.',
        turnId,
      ],
      answerWith: 'If `builtin`, the built-in engine answers this question without the model.',
    },
  },
  MessagePart: {
    description: 'A text or a file. The three forms of a file are the same.',
    example: { text: 'How many orders are there?' },
    properties: {
      text: ['Text of the message.', 'How many orders are there?'],
      inlineData: 'A file.',
      'inlineData.data': fileData,
      'inlineData.mimeType': fileType,
      'inlineData.displayName': fileName,
      inline_data: 'A file. Same as `inlineData`.',
      'inline_data.data': fileData,
      'inline_data.mime_type': fileType,
      'inline_data.display_name': fileName,
      data: fileData,
      mimeType: fileType,
      name: fileName,
    },
  },
  Message: {
    description: 'A text for people, for its translation.',
    example: { text: 'Counts {rows}.', values: { rows: 'orders' } },
    properties: {
      text: ['ICU pattern of the text, in English.', 'Counts {rows}.'],
      values: ['Values of the pattern, by name. A value that is a message is translated first.', { rows: 'orders' }],
    },
  },
  MessageValues: {
    description: 'Values of a message, by name: texts, numbers, and messages.',
    example: { rows: 'orders' },
  },
  TurnEvent: {
    description:
      'An event of a turn. Events are numbered, and `seq` is also the `id:` of the stream. The last event has `final: true`.',
    example: {
      id: '5f0b7c1e-8a53-4f0c-b1f4-1c2d3e4f5a6b',
      turn_id: turnId,
      seq: 3,
      author: 'assistant',
      timestamp: time,
      type: 'progress',
      message: 'Reading the question',
    },
    properties: {
      id: ['ID of the event.', '5f0b7c1e-8a53-4f0c-b1f4-1c2d3e4f5a6b'],
      seq: ['Number of the event in its turn: 1, 2, 3, …', 3],
      author: 'Who created the event.',
      timestamp: ['When the event was created.', time],
      content: 'Text, tool calls, or tool responses.',
      'content.role': 'Role of the author.',
      'content.parts': 'Parts of the content.',
      partial: 'Whether the text is a piece to append. The last event repeats the whole text.',
      type: 'Kind of the event. Absent for messages, tool calls, and tool responses.',
      final: 'Whether this is the last event of the turn.',
      message: ['What happens, or how the turn ended, for people.', 'Reading the question'],
      error: ['What went wrong. Same as `detail`.', 'Could not reach the database. Try again in a moment.'],
      detail: [
        'What went wrong, for people. Only for `error`.',
        'Could not reach the database. Try again in a moment.',
      ],
      code: ['What went wrong, for programs. Only for `error`.', 'database_unreachable'],
      pattern: pattern('the text of the event', 'Querying {database}'),
      values: [values, { database: 'Shop' }],
      usage_metadata: 'Tokens that the model used. On the last event.',
      has_prompt: [
        'Whether you can get what the model was given. On the last event. Absent if you cannot, or if no model was called.',
        true,
      ],
      attachments: 'Files of the question. On the event of the user.',
      in_draft: ['Whether it is asked in the draft of its business area. On the event of the user.', false],
      'attachments.name': fileName,
      'attachments.type': fileType,
      follow_ups: ['Questions to ask next. On the last event.', ['How many orders are there per month?']],
      ...readings,
      figures: 'Figures in the text of the last event, and the cells that they come from.',
      actions: 'Buttons below the answer.',
      'actions.label': ['Label of the button.', 'Answer with the built-in engine'],
      'actions.action': ['What the button does.', 'answer_with_builtin'],
      'actions.style': ['Style of the button.', 'primary'],
      'actions.pattern': pattern('`label`', 'Switch to {area}'),
      'actions.values': [values, { area: 'Sales' }],
    },
  },
  EventPart: {
    description: 'A text, a tool call, or a tool response.',
    example: { text: 'There are 5,000 orders.' },
    properties: {
      text: ['The text.', 'There are 5,000 orders.'],
      functionCall: 'A call of a tool.',
      'functionCall.id': ['ID of the call.', 'call_1'],
      'functionCall.name': ['Name of the tool.', 'execute_sql_query'],
      'functionCall.args': ['Arguments of the call.', { sql_query: 'SELECT COUNT(*) AS orders FROM orders' }],
      functionResponse: 'The response of a tool.',
      'functionResponse.id': ['ID of the call.', 'call_1'],
      'functionResponse.name': ['Name of the tool.', 'execute_sql_query'],
      'functionResponse.response': 'The response.',
    },
  },
  TextFigure: {
    description: 'A figure in the text of an answer, and the cells that it comes from.',
    example: { start: 10, end: 15, sources: [{ step: 'r1', column: 1, rows: [0] }] },
    properties: {
      start: ['Where the figure begins in the text, in UTF-16 code units.', 10],
      end: ['Where the figure ends.', 15],
      sources: 'The cells that the figure comes from.',
      'sources.step': ['Name of the result: `step` of the tool response.', 'r1'],
      'sources.column': ['Index of the column. Null if rows are counted.', 1],
      'sources.rows': ['Indexes of the rows. Null if all rows count.', [0]],
    },
  },
  ToolResponse: {
    description: 'The response of a tool. Each tool sets only some of the fields.',
    properties: {
      success: 'Whether the tool succeeded.',
      step: ['Name of the result in its turn: `r1`, `r2`, …', 'r1'],
      query: ['What the tool was asked: a question or SQL.', 'SELECT COUNT(*) AS orders FROM orders'],
      full_row_count: ['Number of rows without the limit. Null if unknown.', 1],
      truncated_for_llm: ['Whether the model read only some of the rows.', false],
      data_sharing_disabled: ['Whether the model read no rows because data sharing is off.', false],
      has_parameters: ['Whether the SQL has parameters.', false],
      parameter_mapping: ['Values of the parameters, by name.', { ':region': 'EU' }],
      unresolved_parameters: ['Parameters without a value.', [':region']],
      token_usage: 'Tokens that the model used.',
      business_area_fallback: 'Why another business area is recommended or was chosen.',
      'business_area_fallback.triggered': 'Whether the tables of another business area are needed.',
      'business_area_fallback.message': [
        'Why, for people.',
        'No business area was selected, so Orders was chosen for this question.',
      ],
      'business_area_fallback.pattern': pattern(
        '`message`',
        'No business area was selected, so {area} was chosen for this question.',
      ),
      'business_area_fallback.values': [values, { area: 'Orders' }],
      schema: ['The tables that the model read.', { orders: ['id', 'status', 'total'] }],
      error: ['What went wrong, for people.', 'The column “totl” does not exist.'],
      pattern: pattern('`error`, or else of `message`', 'The column “{column}” does not exist.'),
      values: [values, { column: 'totl' }],
      executed: 'Whether the database ran the SQL.',
      understood: 'How the question was understood.',
      'understood.reading': ['The question in other words.', 'The number of orders'],
      'understood.assumptions': ['What was assumed.', ['Canceled orders are included.']],
      'understood.messages': 'The same for translation. Absent for the words of a model.',
      'understood.messages.reading': 'The question in other words.',
      'understood.messages.assumptions': 'What was assumed.',
      display: ['How the question asks to show the rows. Absent if it does not say.', 'bar'],
      computed_from: [
        'Names of the results that the rows were computed from, so `sql_query` cannot run on the database. Absent for other rows.',
        ['r1', 'r2'],
      ],
      sample: ['Whether the rows are only a sample of a table.', false],
      chart: 'The chart that the model chose for the result `step`.',
      source_name: ['Name of the connection or file that the rows come from.', 'Shop'],
      warnings: 'What could make the result wrong.',
      recommendation: 'A business area that fits the question better. Null if none does.',
      ...readings,
    },
  },
}
