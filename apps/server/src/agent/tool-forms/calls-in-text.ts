import { statementIn } from './statement.ts'
import { isObject, objectsIn, parseObject, type JsonObject } from './json-in-text.ts'

/** A tool call that a model wrote as text. */
export interface WrittenCall {
  name: string
  input: JsonObject
}

/** What a model's text means. */
export interface ReadAnswer {
  /** Empty if it calls tools. */
  text: string
  calls: WrittenCall[]
}

/** The tool calls in a text, or the statement that it asks to run, or else an answer. */
export function readText(text: string, names: ReadonlySet<string>): ReadAnswer {
  const calls = callsInText(text, names)
  if (calls.length > 0) return { text: '', calls }
  const sql = sqlIn(text)
  return sql === null ? { text, calls: [] } : { text: '', calls: [sqlCall(sql)] }
}

/** A statement that a model wrote without calling a tool. */
function sqlCall(sql: string): WrittenCall {
  return { name: 'execute_sql_query', input: { sql_query: sql } }
}

const nameFields = ['name', 'function', 'tool', 'tool_name', 'action']
const inputFields = ['arguments', 'parameters', 'args', 'input', 'action_input']
/** Characters between the name of a tool and its arguments, for example in `name[ARGS]{…}` and `<function=name>{…}`. */
const longestGap = 40

/**
 * The calls of known tools in a model's text, in the forms of Hermes and Qwen (`<tool_call>`), Mistral
 * (`[TOOL_CALLS]`), Llama (`<|python_tag|>`, `<function=…>`), LM Studio (`[TOOL_REQUEST]`), DeepSeek, and plain JSON.
 * The marks around the JSON don't matter.
 */
export function callsInText(text: string, names: ReadonlySet<string>): WrittenCall[] {
  const written = [...jsonCalls(text, names)]
  return written.length > 0 ? written : parameterCalls(text, names)
}

function* jsonCalls(text: string, names: ReadonlySet<string>): Generator<WrittenCall> {
  let before = 0
  for (const { value, start, end } of objectsIn(text)) {
    const call = callIn(value, names) ?? callIn(value['function'], names)
    const name = call ? null : nameBefore(text.slice(Math.max(before, start - longestGap - 40), start), names)
    before = end
    if (call) yield call
    else if (name !== null) yield { name, input: value }
  }
}

function callIn(value: unknown, names: ReadonlySet<string>): WrittenCall | null {
  if (!isObject(value)) return null
  const name = nameFields.map((field) => value[field]).find((one) => typeof one === 'string' && names.has(one))
  if (typeof name !== 'string') return null
  const given = inputFields.map((field) => value[field]).find((one) => one !== undefined)
  const input = typeof given === 'string' ? parseObject(given) : given
  if (isObject(input)) return { name, input }
  // Some models write the arguments beside the name.
  const rest = Object.entries(value).filter(([field]) => !nameFields.includes(field))
  return given === undefined && rest.length > 0 ? { name, input: Object.fromEntries(rest) } : null
}

/** The tool whose name ends shortly before its arguments, with nothing but marks in between. */
function nameBefore(text: string, names: ReadonlySet<string>): string | null {
  for (const name of names) {
    const at = text.lastIndexOf(name)
    if (at < 0) continue
    const gap = text.slice(at + name.length)
    const isName = gap.length <= longestGap && !/^\w/.test(gap) && !/\s[a-z]{3,} /i.test(gap)
    if (isName) return name
  }
  return null
}

const functionMark = '<function='
const parameterMark = '<parameter='

/** Calls whose parameters are elements: `<function=name><parameter=sql_query>SELECT …</parameter></function>`. */
function parameterCalls(text: string, names: ReadonlySet<string>): WrittenCall[] {
  return text
    .split(functionMark)
    .slice(1)
    .flatMap((part) => {
      const name = part.slice(0, part.indexOf('>')).trim()
      if (!names.has(name)) return []
      const pairs = part
        .split(parameterMark)
        .slice(1)
        .map((each) => parameterIn(each))
      return [{ name, input: Object.fromEntries(pairs) }]
    })
}

function parameterIn(text: string): [string, unknown] {
  const open = text.indexOf('>')
  const close = text.indexOf('</parameter>')
  const value = text.slice(open + 1, close < 0 ? undefined : close).trim()
  return [text.slice(0, open).trim(), listIn(value) ?? value]
}

function listIn(value: string): unknown[] | null {
  if (!value.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** The statement in the first code fence of a text, or a text that is only a statement; null if there is none. */
export function sqlIn(text: string): string | null {
  const open = text.indexOf('```')
  if (open < 0) return statementIn(text)
  const from = text.indexOf('\n', open)
  const close = text.indexOf('```', open + 3)
  const inside = text.slice(from > 0 && (close < 0 || from < close) ? from : open + 3, close < 0 ? undefined : close)
  return statementIn(inside)
}
