import {
  allTestsEndedSchema,
  cellSchema,
  checkEndedSchema,
  checkErrorSchema,
  checkReportSchema,
  checkStartedSchema,
  connectionTestResultSchema,
  fullResultsResponseSchema,
  stageResultSchema,
  testEndedSchema,
  testStartedSchema,
  turnEventSchema,
  visualizationBatchSchema,
  visualizationEndSchema,
  visualizationHeadSchema,
} from '@parlance/contract'
import { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'

/** A content type of a response that no route schema describes: an event stream or a file. */
export interface MediaType {
  description: string
  /** Schemas of the events or lines; any of them. */
  events?: readonly z.ZodType[]
  /** @param event the schema of one event or line */
  schema: (event: JsonSchema) => JsonSchema
  example?: unknown
}

const text = (): JsonSchema => ({ type: 'string' })
const binary = (type: string) => (): JsonSchema => ({ type: 'string', format: 'binary', contentMediaType: type })

/** Events of a stream. OpenAPI 3.1 has no keyword of its own for the schema of an event. */
const eventStream = (event: JsonSchema): JsonSchema => ({
  type: 'string',
  description: 'Server-sent events. Each `data:` line is one JSON object, as `contentSchema` describes.',
  contentMediaType: 'text/event-stream',
  contentSchema: event,
})

const jsonLines = (line: JsonSchema): JsonSchema => ({
  type: 'string',
  description: 'One JSON object per line, as `contentSchema` describes.',
  contentMediaType: 'application/x-ndjson',
  contentSchema: line,
})

const turnEvents: MediaType = {
  description: 'The events of the turn. The last one has `final: true`.',
  events: [turnEventSchema],
  schema: eventStream,
  example: [
    'id: 3',
    'data: {"id":"5f0b7c1e","turn_id":"9d1c2f4a","seq":3,"author":"assistant","timestamp":"2026-11-23T09:30:00.000Z","type":"progress","message":"Reading the question"}',
    '',
    '',
  ].join('\n'),
}

const testEventSchema = z.object({
  stages: z.array(stageResultSchema).optional(),
  result: connectionTestResultSchema.optional(),
})

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const parquet = 'application/vnd.apache.parquet'

/** Content types of responses, by operation. */
export const mediaTypes: Readonly<Record<string, Readonly<Record<string, MediaType>>>> = {
  askQuestion: { 'text/event-stream': turnEvents },
  runSse: { 'text/event-stream': turnEvents },
  askQuestionAndWait: { 'text/event-stream': turnEvents },
  followTurn: { 'text/event-stream': turnEvents },
  testConnection: {
    'text/event-stream': {
      description: 'An event with `stages` after each stage, and one with `result` at the end.',
      events: [testEventSchema],
      schema: eventStream,
      example: 'data: {"stages":[{"stage":"resolve","outcome":"passed"}]}\n\n',
    },
  },
  testAllConnections: {
    'text/event-stream': {
      description: 'An event when each test begins and ends, and how many passed at the end.',
      events: [testStartedSchema, testEndedSchema, allTestsEndedSchema],
      schema: eventStream,
      example: 'data: {"type":"started","id":"7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145"}\n\n',
    },
  },
  checkModel: {
    'text/event-stream': {
      description: 'An event when each check begins and ends, and the report at the end.',
      events: [checkStartedSchema, checkEndedSchema, checkReportSchema, checkErrorSchema],
      schema: eventStream,
      example: 'data: {"type":"started","id":"address"}\n\n',
    },
  },
  exportAuditLog: {
    'text/csv': {
      description: 'The audit records as a CSV file.',
      schema: text,
      example:
        'at,user_id,user_email,action,outcome,target_kind,target_id,target_name,detail,address,request_id,sentence,changes\r\n2026-11-23T09:30:00.000Z,4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318,ann@example.com,user.approve,allowed,user,81b7d3f2-1c4a-4f0e-b6d9-2a5e8c7f4013,bob@example.com,,203.0.113.7,,ann@example.com approved bob@example.com.,[]\r\n',
    },
    'application/jsonl': {
      description: 'The audit records as JSON Lines: one record per line.',
      schema: text,
      example:
        '{"at":"2026-11-23T09:30:00.000Z","action":"user.approve","outcome":"allowed","sentence":"ann@example.com approved bob@example.com."}\n',
    },
  },
  exportDefinitions: {
    'application/yaml': {
      description: 'A semantic model of Apache Ossie.',
      schema: text,
      example:
        'version: 0.2.0.dev0\nsemantic_model:\n  - name: Sales\n    datasets:\n      - name: orders\n        source: public.orders\n',
    },
  },
  exportUsers: {
    'text/csv': {
      description: 'The users as a CSV file.',
      schema: text,
      example:
        'email,username,organization,role,state,daily_query_count,daily_query_limit,monthly_query_count,monthly_query_limit,granted_areas,granted_databases,last_active_at,created_at\r\nann@example.com,Ann,Example,GENERAL,active,7,100,140,,2,1,2026-11-23T09:30:00.000Z,2026-01-05T08:00:00.000Z\r\n',
    },
  },
  exportModelUsage: {
    'text/csv': {
      description: 'The rows of the report as a CSV file.',
      schema: text,
      example:
        'day,name,calls,prompt_tokens,cached_tokens,cache_write_tokens,completion_tokens,reasoning_tokens,estimated_tokens,unpriced_tokens,cost,currency\r\n2026-11-26,,84,210400,151200,0,9300,2100,0,0,0.42,USD\r\n',
    },
  },
  useMcp: {
    'application/json': {
      description: 'A response of JSON-RPC 2.0, as the Model Context Protocol defines it.',
      schema: () => ({ type: 'object', description: 'A response of JSON-RPC 2.0.' }),
      example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    },
    'text/event-stream': {
      description: 'Messages about progress, and the response at the end.',
      schema: text,
      example: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n\n',
    },
  },
  getConversationFile: {
    'application/octet-stream': {
      description: 'The bytes of the file. The content type is the one that the user sent.',
      schema: binary('application/octet-stream'),
    },
  },
  runQuery: {
    'application/json': {
      description: 'The rows with their receipt. With the format `json`, an array of one object per row.',
      events: [fullResultsResponseSchema, z.array(z.record(z.string(), cellSchema))],
      schema: (result) => result,
      example: {
        query: 'SELECT status, COUNT(*) AS orders FROM orders GROUP BY status',
        columns: [
          { name: 'status', dataType: 'TEXT', kind: 'text' },
          { name: 'orders', dataType: '', kind: 'integer' },
        ],
        results: [['delivered', 1240]],
        row_count: 1,
        truncated: false,
        receipt: {
          tables: [{ schema: null, table: 'orders' }],
          columns: [{ table: { schema: null, table: 'orders' }, columns: ['status'] }],
          rowRules: [],
          masks: [],
          maskedOutputs: [],
          limit: null,
          parameters: { bound: [], unresolved: [] },
          sentences: ['Read orders.'],
        },
      },
    },
    'application/x-ndjson': {
      description: 'One JSON object per row.',
      schema: text,
      example: '{"status":"delivered","orders":1240}\n',
    },
    'text/csv': { description: 'A CSV file.', schema: text, example: 'status,orders\r\ndelivered,1240\r\n' },
    'text/tab-separated-values': {
      description: 'A text file with tabs, for the format `custom`.',
      schema: text,
      example: 'status\torders\r\ndelivered\t1240\r\n',
    },
    [spreadsheet]: { description: 'An Excel workbook.', schema: binary(spreadsheet) },
    [parquet]: { description: 'A Parquet file.', schema: binary(parquet) },
  },
  getChartRows: {
    'application/x-ndjson': {
      description: 'The columns, batches of rows, and an `end`. A response without `end` is incomplete.',
      events: [visualizationHeadSchema, visualizationBatchSchema, visualizationEndSchema],
      schema: jsonLines,
      example:
        '{"columns":[{"name":"status","dataType":"TEXT","kind":"text"}]}\n{"rows":[["delivered"]]}\n{"end":{"row_count":1,"truncated":false,"receipt":{…}}}\n',
    },
  },
}

/** The body of routes that take a file. */
export const uploads = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: {
          type: 'string',
          format: 'binary',
          contentMediaType: 'text/plain',
          description: 'The license file.',
          examples: ['license.key'],
        },
      },
    },
  },
}

/** The body of routes that take a piece of a file. */
export const bytes = {
  'application/octet-stream': {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'The bytes of the file from this offset.',
    },
    example: 'order_id,total\n1,12.50\n',
  },
}
