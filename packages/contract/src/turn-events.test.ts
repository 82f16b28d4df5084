import { expect, test } from 'vitest'
import { fromWire, toWire, type EventBody, type EventKind } from './turn-events.ts'

const place = { id: 'e1', turnId: 't1', seq: 3, timestamp: '2026-11-21T10:00:00Z' }
const head = '{"id":"e1","turn_id":"t1","seq":3,"author":"assistant","timestamp":"2026-11-21T10:00:00Z"'
const button = { label: 'Try again', action: 'retry', style: 'primary' }
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, model: 'm' }
const plain = { usage: null, followUps: [], readings: [], actions: [], figures: [] }

/** An event of each kind, with its JSON. */
const samples = {
  question: [
    { kind: 'question', text: 'How many?', attachments: [{ name: 'a.csv', type: 'text/csv' }] },
    `${head.replace('assistant', 'user')},"content":{"role":"user","parts":[{"text":"How many?"}]},"attachments":[{"name":"a.csv","type":"text/csv"}]}`,
  ],
  progress: [{ kind: 'progress', message: 'Reading' }, `${head},"type":"progress","message":"Reading"}`],
  text: [
    { kind: 'text', text: 'There ' },
    `${head},"partial":true,"content":{"role":"model","parts":[{"text":"There "}]}}`,
  ],
  tool_call: [
    { kind: 'tool_call', id: 'c1', name: 'list_tables', args: { limit: 1 } },
    `${head},"content":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"list_tables","args":{"limit":1}}}]}}`,
  ],
  tool_response: [
    { kind: 'tool_response', id: 'c1', name: 'list_tables', response: { success: true, tables: ['a'] } },
    `${head},"content":{"role":"model","parts":[{"functionResponse":{"id":"c1","name":"list_tables","response":{"success":true,"tables":["a"]}}}]}}`,
  ],
  final: [
    {
      kind: 'final',
      text: 'Two.',
      usage,
      followUps: ['And now?'],
      readings: [{ label: 'a', question: 'b' }],
      actions: [button],
      figures: [{ start: 0, end: 3, sources: [{ step: 'r1', column: 0, rows: [0] }] }],
    },
    `${head},"type":"final","final":true,"content":{"role":"model","parts":[{"text":"Two."}]},"usage_metadata":${JSON.stringify(usage)},"follow_ups":["And now?"],"readings":[{"label":"a","question":"b"}],"actions":[${JSON.stringify(button)}],"figures":[{"start":0,"end":3,"sources":[{"step":"r1","column":0,"rows":[0]}]}]}`,
  ],
  error: [
    { kind: 'error', text: 'Broken.', code: 'internal', actions: [button] },
    `${head},"type":"error","final":true,"error":"Broken.","detail":"Broken.","code":"internal","message":"Broken.","actions":[${JSON.stringify(button)}]}`,
  ],
  cancelled: [
    { kind: 'cancelled', message: 'Operation cancelled by user' },
    `${head},"type":"cancelled","final":true,"message":"Operation cancelled by user"}`,
  ],
} satisfies { [Kind in EventKind]: [EventBody<Kind>, string] }

test.each(Object.values(samples))(
  'writes an event to the same bytes as earlier versions, and reads it back: %o',
  (body, json) => {
    expect(JSON.stringify(toWire(body, place))).toBe(json)
    const { id: _id, ...numbered } = place
    expect(fromWire(JSON.parse(json))).toEqual({ ...body, ...numbered })
  },
)

test.each<EventBody>([
  { kind: 'progress', message: 'Querying Shop' },
  { kind: 'final', text: 'There are 2 orders.', ...plain },
  { kind: 'error', text: 'Broken.', code: 'internal', actions: [] },
])('keeps what the text of an event was formatted from: %o', (body) => {
  const texts = { pattern: 'Querying {database}', values: { database: { text: 'Shop {n}', values: { n: 2 } } } }
  const wire = toWire({ ...body, ...texts }, place)
  expect(wire).toMatchObject(texts)
  expect(fromWire(JSON.parse(JSON.stringify(wire)))).toMatchObject({ ...body, ...texts })
})

test('says which result an answer shows', () => {
  const body: EventBody = { kind: 'final', text: 'Two.', ...plain, step: 'r1' }
  const wire = toWire(body, place)
  expect(wire.step).toBe('r1')
  expect(fromWire(JSON.parse(JSON.stringify(wire)))).toMatchObject(body)
})

test('omits fields that an event does not have', () => {
  const final = toWire({ kind: 'final', text: 'Two.', ...plain }, place)
  expect(Object.keys(final).slice(5)).toEqual(['type', 'final', 'content'])
  const question = toWire({ kind: 'question', text: 'q', attachments: [] }, place)
  expect(Object.keys(question).slice(5)).toEqual(['content'])
  expect(toWire({ kind: 'error', text: 'x', code: null, actions: [] }, place)).not.toHaveProperty('actions')
})

test('a question in a draft says so', () => {
  const body: EventBody = { kind: 'question', text: 'q', attachments: [], inDraft: true }
  expect(toWire(body, place)).toMatchObject({ in_draft: true })
  expect(fromWire(toWire(body, place))).toMatchObject(body)
})

const wire = { id: 'e1', turn_id: 't1', seq: 3, author: 'assistant', timestamp: '2026-11-21T10:00:00Z' }

test('ignores an event of an unknown kind', () => {
  expect(fromWire({ ...wire, type: 'applause', message: 'clap' })).toBeNull()
  expect(fromWire({ ...wire, content: { role: 'model', parts: [{ video: 'x' }] } })).toBeNull()
  expect(fromWire({ ...wire, type: 'done' })).toBeNull()
  for (const value of ['[DONE]', null, 7, { ...wire, seq: 'three' }]) expect(fromWire(value)).toBeNull()
})

test('reads an event with an unknown field', () => {
  const progress = { ...wire, type: 'progress', message: 'Reading', mood: 'good' }
  expect(fromWire(progress)).toMatchObject({ kind: 'progress', message: 'Reading', turnId: 't1', seq: 3 })
})

test('ends the turn at the last event of a newer version, whatever its kind', () => {
  expect(fromWire({ ...wire, type: 'postponed', final: true })).toMatchObject({ kind: 'final', text: '' })
})

test('reads the text of an error from detail, then message, then error', () => {
  const texts = [{ detail: 'd', message: 'm', error: 'e' }, { message: 'm', error: 'e' }, { error: 'e' }, {}]
  const read = texts.map((fields) => fromWire({ ...wire, type: 'error', ...fields }))
  expect(read).toMatchObject(['d', 'm', 'e', ''].map((text) => ({ kind: 'error', text, code: null })))
})
