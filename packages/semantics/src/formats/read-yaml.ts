import { message } from '@parlance/contract'
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type ParsedNode } from 'yaml'
import { FileError, type Place } from './file-error.ts'
import { checkValue, FileWatch, tooDeep } from './file-limits.ts'
import type { FileNode, MapNode } from './file-node.ts'

/**
 * Reads YAML with the place of each part. Anchors, aliases, and tags are not part of any format that Parlance reads, and
 * are refused: a few lines of them can stand for gigabytes.
 * @throws FileError
 */
export function readYaml(text: string): FileNode {
  const lines = new LineCounter()
  const document = parse(text, lines)
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined) {
    const place = { path: '', line: lines.linePos(problem.pos[0]).line }
    if (problem.code === 'RESOURCE_EXHAUSTION') throw tooDeep(place)
    throw new FileError(reasons.get(problem.code) ?? invalid, place)
  }
  if (document.contents === null) throw new FileError(message('The file is empty. Choose another file.'), null)
  return new Walker(lines).read(document.contents, '', 0)
}

const invalid = message('The file is neither valid YAML nor JSON here. Correct it, or choose another file.')
const tagged = message('The file uses a YAML tag. Write the plain value.')
const reasons = new Map([
  ['MULTIPLE_DOCS', message('The file has several YAML documents. Keep one.')],
  ['TAB_AS_INDENT', message('A line is indented with a tab. Use spaces.')],
  ['TAG_RESOLVE_FAILED', tagged],
])

function parse(text: string, lineCounter: LineCounter): Document.Parsed {
  try {
    // The parser compares each key with all others, and copies the source for each error: both take time squared.
    const fast = { uniqueKeys: false, prettyErrors: false }
    return parseDocument(text, { ...fast, lineCounter, merge: false, logLevel: 'error', version: '1.2' })
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep({ path: '', line: 1 })
    throw error
  }
}

class Walker {
  readonly #watch = new FileWatch()
  readonly #lines: LineCounter

  constructor(lines: LineCounter) {
    this.#lines = lines
  }

  read(node: ParsedNode, path: string, depth: number): FileNode {
    const place = { path, line: this.#lines.linePos(node.range[0]).line }
    this.#watch.add(depth, place)
    if (isAlias(node)) {
      throw new FileError(message('The file uses a YAML alias. Write the value again in its place.'), place)
    }
    if (node.tag !== undefined && !plainTags.has(node.tag)) throw new FileError(tagged, place)
    if (isMap(node)) return this.#readMap(node.items, place, depth)
    if (isSeq(node)) {
      const items = node.items.map((item, index) => this.read(item, `${path}[${index}]`, depth + 1))
      return { kind: 'list', place, items }
    }
    return scalar(node.value, place)
  }

  #readMap(items: readonly { key: ParsedNode; value: ParsedNode | null }[], place: Place, depth: number): MapNode {
    const entries = new Map<string, FileNode>()
    for (const { key: keyNode, value } of items) {
      const at = { path: place.path, line: this.#lines.linePos(keyNode.range[0]).line }
      if (!isScalar(keyNode)) throw new FileError(message('A key must be text. Correct it.'), at)
      const key = String(keyNode.value)
      this.#watch.checkKey(key, entries, at)
      const path = place.path === '' ? key : `${place.path}.${key}`
      const empty: FileNode = { kind: 'null', place: { path, line: at.line }, value: null }
      entries.set(key, value === null ? empty : this.read(value, path, depth + 1))
    }
    return { kind: 'map', place, entries }
  }
}

const plainTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
)

function scalar(value: unknown, place: Place): FileNode {
  if (typeof value === 'string') return { kind: 'text', place, value: checkValue(value, place) }
  if (typeof value === 'number') return { kind: 'number', place, value }
  if (typeof value === 'boolean') return { kind: 'boolean', place, value }
  return { kind: 'null', place, value: null }
}
