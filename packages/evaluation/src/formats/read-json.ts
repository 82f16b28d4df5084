import { message, type Message } from '@parlance/contract'
import { FormatError } from './format-error.ts'

/** One object of a file, and the line where it starts. */
export interface JsonEntry {
  values: Readonly<Record<string, unknown>>
  file: string
  line: () => number
}

/**
 * Reads a file that is a JSON array of objects.
 * @throws FormatError with the line
 */
export function readJsonEntries(text: string, file: string): JsonEntry[] {
  const source = text.replace(/^\uFEFF/, '')
  const entries = parse(source, file)
  if (!Array.isArray(entries))
    throw invalid(file, 1, message('The file must be a list of questions in square brackets.'))
  return entries.map((values: unknown, at) => {
    const line = () => linesOfEntries(source)[at] ?? 1
    if (!isObject(values)) throw invalid(file, line(), message('Each question must be an object in braces.'))
    return { values, file, line }
  })
}

/** @throws FormatError if the value of a key isn't a text, or if it is empty */
export function requiredText(entry: JsonEntry, key: string): string {
  const value = entry.values[key]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  const problem =
    value === undefined
      ? message('“{key}” is missing. Add it to the question.', { key })
      : message('“{key}” must be a text that isn’t empty.', { key })
  throw invalid(entry.file, entry.line(), problem)
}

/** @throws FormatError if the value of a key is there and isn't a text */
export function optionalText(entry: JsonEntry, key: string): string | null {
  const value = entry.values[key] ?? null
  if (value === null || value === '') return null
  if (typeof value === 'string') return value.trim()
  throw invalid(entry.file, entry.line(), message('“{key}” must be a text.', { key }))
}

/** An error at a line of a file. */
export function invalid(file: string, line: number, problem: Message, cause?: unknown): FormatError {
  return new FormatError(message('{file}, line {line}: {problem}', { file, line: String(line), problem }), { cause })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(source: string, file: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    const words = error instanceof Error ? error.message : ''
    const position = Number(/position (\d+)/.exec(words)?.[1] ?? source.length)
    const line = source.slice(0, position).split('\n').length
    throw invalid(file, line, message('The file isn’t valid JSON here.'), error)
  }
}

/** The line of each element of the outer array. The text is valid JSON. */
function linesOfEntries(source: string): number[] {
  const lines: number[] = []
  let [depth, line, isNext] = [0, 1, false]
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line++
      continue
    }
    if (isNext && token !== ']') lines.push(line)
    isNext = false
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth === 1 && ((token === '[' && lines.length === 0) || token === ',')) isNext = true
  }
  return lines
}
