import {
  areaFileSchema,
  describable,
  describeIssue,
  fieldName,
  message,
  pathOfIssue,
  type AreaFile,
  type AreaProblem,
  type Message,
} from '@parlance/contract'
import { serverText } from './server-text.ts'
import { problemPlace } from './security/problem-place.ts'
import { lineAndColumn, readJson, type ReadJson } from './security/rules-json.ts'

/** A problem of a file, at a line and a path such as `area.tables[0]`. */
export interface FileProblem {
  /** Null if the problem is about the whole file. */
  line: number | null
  /** Empty for the whole file. */
  path: string
  /** A text of the server is already in the user's language. */
  text: Message | string
}

export interface ReadAreaFile {
  file: AreaFile
  /** The places of a problem that the server found in the file. */
  locate: (problem: AreaProblem) => FileProblem
}

const notJson = message('This is not valid JSON. Fix the text or export the business area again.')
const notArea = message('This file is not an exported business area. Choose another file.')
const repeated = message('This name appears more than once. Only the last value is used.')

/** Reads the text of an exported business area, or lists what is wrong with it. */
export function readAreaFile(text: string): ReadAreaFile | FileProblem[] {
  // Some editors write a byte order mark.
  const content = text.replace(/^\uFEFF/, '')
  const json = readJson(content)
  const at = (place: number | null, path: readonly PropertyKey[], problem: Message | string): FileProblem => ({
    line: place === null ? null : lineAndColumn(content, place).line,
    path: fieldName([...path]),
    text: problem,
  })
  if ('place' in json) return [at(json.place, [], notJson)]
  if (!isMarked(json.value)) return [at(null, [], notArea)]
  const doubled = json.repeatedKeys.map((place) => at(place, [], repeated))
  const read = areaFileSchema.safeParse(json.value, describable)
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => {
      const path = pathOfIssue(issue)
      return at(nearestPlace(json, path), path, describeIssue(issue))
    })
    return [...doubled, ...wrong]
  }
  if (doubled.length > 0) return doubled
  const { value } = json
  return {
    file: read.data,
    locate: (problem) => {
      const found = placeInFile(problem, value, json)
      return at(found?.place ?? null, found?.path ?? [], serverText(problem))
    },
  }
}

function isMarked(value: unknown): value is { format: string; area?: unknown } {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === 'parlance-business-area'
}

/** The place of a value, or of the object in which it is missing. */
function nearestPlace(json: ReadJson, path: readonly PropertyKey[]): number | null {
  for (let length = path.length; length >= 0; length--) {
    const place = json.placeOf(path.slice(0, length))
    if (place !== null) return place
  }
  return null
}

function placeInFile(problem: AreaProblem, value: { area?: unknown }, json: ReadJson) {
  const area = (value.area ?? {}) as { tables?: { table_name?: unknown }[]; [rules: string]: unknown }
  if (problem.section === 'row_security' || problem.section === 'column_security') {
    const rules = `${problem.section}_rules`
    return problemPlace(problem, area[rules], json, ['area', rules])
  }
  const at =
    problem.section === 'tables' ? (area.tables ?? []).findIndex((each) => each.table_name === problem.table) : -1
  const path = ['area', problem.section, ...(at < 0 ? [] : [at])]
  const place = json.placeOf(path)
  return place === null ? null : { path, place }
}
